// Marks on the view. Those that would cover each other are stacked: a badge with their number, which spreads on a click.

import { html } from "./html.js";

/** Marks that are nearer than this are stacked, pixels. */
const APART = 28;
/** Most marks around a badge; the camera goes to larger stacks. */
const AROUND = 12;

/** Groups of places on the screen, `{x, y, …}`: each takes those after it that are near. In the order of the places. */
export function stacked(places, apart = APART) {
  const groups = [];
  const cells = new Map();
  const key = (i, j) => `${i} ${j}`;
  for (const place of places) {
    const [i, j] = [Math.floor(place.x / apart), Math.floor(place.y / apart)];
    let group = null;
    for (let k = 0; k < 9 && !group; k++) {
      const near = cells.get(key(i - 1 + (k % 3), j - 1 + Math.floor(k / 3))) ?? [];
      group = near.find(({ x, y }) => Math.hypot(x - place.x, y - place.y) < apart) ?? null;
    }
    if (group) {
      group.members.push(place);
    } else {
      group = { x: place.x, y: place.y, members: [place] };
      groups.push(group);
      cells.set(key(i, j), [...(cells.get(key(i, j)) ?? []), group]);
    }
  }
  return groups;
}

export class Marks {
  #marks;
  #badges = [];
  #fly;
  #changed;
  /** The numbers of the marks that a click spread. */
  #spread = null;

  /**
   * `places`: `{number, kind, missed}`; `select` gets the number of a mark that is clicked, `fly` the numbers of a large stack;
   * `changed` is called when the marks have to be drawn again.
   */
  constructor(places, { select, fly, changed }) {
    this.#fly = fly;
    this.#changed = changed;
    this.element = html("div", { class: "marked" });
    this.#marks = new Map(places.map(({ number, kind, missed }) => [number, html("button", {
      type: "button", class: `mark ${kind}${missed ? " missed" : ""}`, tabindex: -1, "aria-hidden": "true", onclick: () => select(number),
    }, String(number))]));
    this.element.append(...this.#marks.values());
  }

  /** Stacks what a click spread. */
  close() {
    if (!this.#spread) return;
    this.#spread = null;
    this.#changed();
  }

  /** Places the marks: `{number, kind, x, y}`, the most important first. The chosen one is never stacked. */
  place(places, chosen) {
    for (const mark of this.#marks.values()) {
      mark.hidden = true;
      mark.classList.remove("chosen", "spread");
    }
    const own = places.filter(({ number }) => number === chosen);
    // Regions are stacked by themselves: a finding is never behind one.
    const others = places.filter(({ number }) => number !== chosen);
    const isRegion = ({ kind }) => kind === "region";
    const groups = [...stacked(others.filter(isRegion)), ...stacked(others.filter((place) => !isRegion(place)))];
    let badges = 0;
    for (const { x, y, members } of groups) {
      if (members.length === 1) {
        this.#put(this.#marks.get(members[0].number), x, y, false);
        continue;
      }
      this.#put(this.#badge(badges++, members), x, y, false);
      if (!this.#spread || !members.some(({ number }) => this.#spread.has(number))) continue;
      const radius = Math.max(36, (members.length * 30) / (2 * Math.PI));
      members.forEach(({ number }, i) => {
        const angle = (2 * Math.PI * i) / members.length - Math.PI / 2;
        const mark = this.#marks.get(number);
        this.#put(mark, x + radius * Math.cos(angle), y + radius * Math.sin(angle), false);
        mark.classList.add("spread");
      });
    }
    for (const { number, x, y } of own) this.#put(this.#marks.get(number), x, y, true);
    for (const { element } of this.#badges.slice(badges)) element.hidden = true;
    return { single: groups.filter(({ members }) => members.length === 1).length + own.length, stacks: badges };
  }

  #put(mark, x, y, chosen) {
    mark.hidden = false;
    mark.style.translate = `${x}px ${y}px`;
    mark.classList.toggle("chosen", chosen);
  }

  #badge(i, members) {
    if (!this.#badges[i]) {
      const badge = { members, element: html("button", { type: "button", class: "mark stack", tabindex: -1, "aria-hidden": "true", onclick: () => this.#open(badge.members) }) };
      this.#badges.push(badge);
      this.element.append(badge.element);
    }
    const badge = this.#badges[i];
    badge.members = members;
    badge.element.classList.toggle("region", members[0].kind === "region");
    const text = `×${members.length}`;
    if (badge.element.textContent !== text) badge.element.textContent = text;
    badge.element.title = `${members.length} marks: ${members.slice(0, 20).map(({ number }) => number).join(", ")}${members.length > 20 ? ", …" : ""}`;
    return badge.element;
  }

  #open(members) {
    const numbers = members.map(({ number }) => number);
    if (this.#spread && numbers.some((number) => this.#spread.has(number))) {
      this.close();
    } else if (numbers.length <= AROUND || !this.#fly(numbers)) {
      this.#spread = new Set(numbers);
      this.#changed();
    }
  }
}
