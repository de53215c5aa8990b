// The pictures of carom follow `data-theme`; mdBook has its theme in a class.
const root = document.documentElement;
const follow = () => {
  const dark = ["navy", "coal", "ayu"].some((name) => root.classList.contains(name));
  root.dataset.theme = dark ? "dark" : "light";
};
new MutationObserver(follow).observe(root, { attributeFilter: ["class"] });
follow();
