// What mdBook's pages lack: the theme for the pictures of carom, and names and keys for assistive technology.

const root = document.documentElement;

// The pictures follow `data-theme`; mdBook has its theme in a class.
const follow = () => {
  const dark = ["navy", "coal", "ayu"].some((name) => root.classList.contains(name));
  root.dataset.theme = dark ? "dark" : "light";
};
new MutationObserver(follow).observe(root, { attributeFilter: ["class"] });
follow();

// The bar above the text is a landmark. Its first control is a label there, which no key reaches: a button instead.
document.querySelector("#mdbook-menu-bar").setAttribute("role", "banner");
const label = document.querySelector("#mdbook-sidebar-toggle");
const open = document.querySelector("#mdbook-sidebar-toggle-anchor");
const button = document.createElement("button");
for (const name of ["class", "title", "aria-label", "aria-controls"]) button.setAttribute(name, label.getAttribute(name));
button.type = "button";
button.append(...label.childNodes);
button.addEventListener("click", () => open.click());
const expanded = () => button.setAttribute("aria-expanded", open.checked);
open.addEventListener("change", expanded);
expanded();
label.replaceWith(button);

// Tables and code that are wider than the page are scrolled by keys, too.
const wide = () => {
  for (const part of document.querySelectorAll(".table-wrapper, pre code")) {
    if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
    else part.removeAttribute("tabindex");
  }
};
addEventListener("resize", wide);
addEventListener("load", wide);
wide();
