// The theme lives on <html data-theme>; a stored choice wins over the system's (set before first paint by theme-script.ts).
export function flipTheme() {
  const root = document.documentElement;
  root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
  try {
    localStorage.setItem("theme", root.dataset.theme);
  } catch {
    // Storage is blocked: the choice holds for this page.
  }
}
