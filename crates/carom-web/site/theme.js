// Light or dark as the system has it, or as it was chosen: before anything is drawn.
const root = document.documentElement;
try {
  const chosen = localStorage.getItem("carom-theme");
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
} catch {
  // Storage can be forbidden; then the choice is not kept.
}
