// HTML elements.

/** An HTML element with attributes and children. */
export function html(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== null) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/** Trusted text with markup. */
export function prose(markup) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  return template.content;
}

/** A button that copies a text. */
export function copier(label, text) {
  const button = html("button", {
    type: "button",
    onclick: async () => {
      try {
        await navigator.clipboard.writeText(text());
        button.textContent = "Copied";
      } catch {
        button.textContent = "Not allowed by the browser";
      }
      setTimeout(() => { button.textContent = label; }, 1500);
    },
  }, label);
  return button;
}

/** A slider with a number beside it; `update` shows the present value of `get`. */
export function slider(id, { label, min, max, step, log }, get, set) {
  const to = (value) => (log ? Math.log10(value) : value);
  const from = (place) => (log ? Number((10 ** place).toPrecision(3)) : place);
  const input = html("input", { id, type: "range", min, max, step, oninput: () => set(from(Number(input.value))) });
  const shown = html("output", { for: id });
  return {
    element: html("div", { class: "slider" }, html("label", { for: id }, label), input, shown),
    update: () => {
      const value = get();
      // A value from a link can be outside the range of the slider; it stays unchanged.
      input.value = to(value);
      shown.textContent = String(Number(value.toPrecision(4))).replace("-", "−");
      input.setAttribute("aria-valuetext", shown.textContent);
    },
  };
}
