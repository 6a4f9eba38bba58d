import { useState } from "react";

export function ThemeButton() {
  const [, redraw] = useState(0);
  const flip = () => {
    const root = document.documentElement;
    root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
    localStorage.setItem("theme", root.dataset.theme);
    redraw((n) => n + 1);
  };
  return (
    <button type="button" aria-label="Switch theme" onClick={flip}>
      Theme
    </button>
  );
}
