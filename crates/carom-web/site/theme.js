// Light or dark colors, by the stored choice or the system; set before the first paint.
const root = document.documentElement;
try {
  const chosen = localStorage.getItem("carom-theme");
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
} catch {
  // Storage can be disabled; then the choice is not kept.
}
