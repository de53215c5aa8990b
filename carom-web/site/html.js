// Elements of a page.

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

/** Our own words, with their markup. */
export function prose(markup) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  return template.content;
}
