// Buttons, links that look like buttons, and text links. `accent` is the one thing to act on in a view.
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Icon, type IconName } from "./icon.tsx";

export type ButtonVariant = "accent" | "solid" | "line" | "danger";
/** Heights: 50 px on public pages, 38 in dialogs, 34 in the back office; 40 there on a phone. */
export type ButtonSize = "page" | "dialog" | "compact";

interface Look {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** Before the text. An arrow after the text appears on links by itself. */
  icon?: IconName | undefined;
  className?: string | undefined;
  children: ReactNode;
}

const base =
  "group inline-flex items-center justify-center border text-center font-semibold leading-tight no-underline " +
  "transition-[background-color,border-color,color,border-radius] duration-200 ease-flow rounded-1 " +
  "disabled:border-line disabled:bg-sunken disabled:text-muted forced-colors:border-current";
const sizes: Record<ButtonSize, string> = {
  page: "min-h-12.5 gap-2.5 rounded-br-turn-btn px-5.5 py-3 text-base text-balance hover:rounded-br-[1.5rem] max-sm:w-full max-sm:px-4",
  dialog: "min-h-9.5 max-sm:min-h-10 gap-2 rounded-br-turn-sm px-4 py-1.5 text-ui",
  compact: "min-h-8.5 max-sm:min-h-10 gap-1.5 rounded-br-turn-sm px-3 py-1 text-caption whitespace-nowrap",
};
const variants: Record<ButtonVariant, string> = {
  accent: "border-transparent bg-accent text-on-accent hover:bg-accent-hover",
  solid: "border-transparent bg-solid text-on-solid hover:bg-solid-hover",
  line: "border-control hover:border-ink hover:bg-shade",
  danger: "border-transparent bg-danger text-on-danger hover:bg-danger",
};

export const buttonClass = ({ variant = "solid", size = "page", className }: Omit<Look, "children">) =>
  classNames(base, sizes[size], variants[variant], className);

export function Button({ variant, size, icon, className, children, ...button }: Look & ComponentProps<"button">) {
  return (
    <button type="button" className={buttonClass({ variant, size, className })} {...button}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

type LinkTarget = Omit<ComponentProps<"a">, "className" | "children" | "href"> & { href: string };

const isExternal = (href: string) => /^https?:\/\//.test(href);
const newTab = { target: "_blank", rel: "noopener noreferrer" };

/** The arrow of a link, and the words a screen reader needs when it leaves the site. */
function LinkEnd({ href, arrow }: { href: string; arrow: boolean }) {
  if (isExternal(href))
    return (
      <>
        <Icon name="external" className="transition-[translate] duration-300 group-hover:translate-x-0.75 ease-flow" />
        <span className="sr-only">Opens in a new tab</span>
      </>
    );
  return arrow ? (
    <Icon name="arrow" className="transition-[translate] duration-300 group-hover:translate-x-0.75 ease-flow" />
  ) : null;
}

/** A link in the shape of a button. `arrow={false}` where it does not navigate (downloads, anchors). */
export function ButtonLink({
  variant,
  size,
  icon,
  className,
  children,
  href,
  arrow = true,
  ...link
}: Look & LinkTarget & { arrow?: boolean }) {
  return (
    <a
      href={href}
      className={buttonClass({ variant, size, className })}
      {...(isExternal(href) ? { ...newTab, title: "Opens in a new tab" } : null)}
      {...link}
    >
      {icon && <Icon name={icon} />}
      {children}
      <LinkEnd href={href} arrow={arrow} />
    </a>
  );
}

export const textLinkClass =
  "group inline-flex min-h-6 items-center gap-2 font-semibold underline decoration-control decoration-1 " +
  "hover:decoration-accent hover:decoration-2";

export function TextLink({
  className,
  children,
  href,
  arrow = false,
  ...link
}: LinkTarget & { className?: string; children: ReactNode; arrow?: boolean }) {
  return (
    <a
      href={href}
      className={classNames(textLinkClass, className)}
      {...(isExternal(href) ? { ...newTab, title: "Opens in a new tab" } : null)}
      {...link}
    >
      {children}
      <LinkEnd href={href} arrow={arrow} />
    </a>
  );
}

/** Looks like a text link inside a row that is itself the link. */
export function TextLinkLook({ children }: { children: ReactNode }) {
  return (
    <span className={textLinkClass}>
      {children}
      <Icon name="arrow" className="transition-[translate] duration-300 group-hover:translate-x-0.75 ease-flow" />
    </span>
  );
}

/** A square button that holds one icon; `label` is its name. 44 px unless `size="compact"` (32, on a phone 40). */
export function IconButton({
  name,
  label,
  size = "page",
  className,
  ...button
}: { name: IconName; label: string; size?: "page" | "compact" } & Omit<ComponentProps<"button">, "name">) {
  return (
    <button
      type="button"
      aria-label={label}
      data-icon-button=""
      className={classNames(
        "inline-grid place-items-center rounded-2 hover:bg-shade disabled:text-muted",
        size === "page" ? "size-11" : "size-8 max-sm:size-10",
        className,
      )}
      {...button}
    >
      <Icon name={name} />
    </button>
  );
}
