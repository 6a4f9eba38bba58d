// Draws both icons and lets the theme pick one, so that markup made at build time is right in either theme.
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";

export function ThemeButton({ onClick, className }: { onClick?: () => void; className?: string }) {
  return (
    <button
      type="button"
      data-theme-button=""
      data-icon-button=""
      aria-label="Switch theme"
      onClick={onClick}
      className={classNames("needs-script inline-grid size-11 place-items-center rounded-2 hover:bg-shade", className)}
    >
      <Icon name="sun" className="hidden dark:block" />
      <Icon name="moon" className="dark:hidden" />
    </button>
  );
}
