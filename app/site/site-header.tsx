// The fixed header and its menu panel. Both work as plain HTML; header.ts adds the scroll state and the finer manners.
import { navigation, type NavigationItem } from "#content/navigation.ts";
import { site } from "#content/site.ts";
import { classNames } from "../ui/class-names.ts";
import { Icon } from "../ui/icon.tsx";
import { Logo } from "../ui/logo.tsx";
import { ThemeButton } from "../ui/theme-button.tsx";
import type { PageHandle } from "./page-handle.ts";

const bar = "wrap-page flex h-16 items-center gap-2 xl:h-19 xl:gap-8";
/** Scrolled, the bar is 56 px of what it was: it slides up by the rest, and what is in it by half of that, so nothing is laid out again. */
const slides = "transition-[background-color,box-shadow,translate] duration-300 ease-flow";
const slim = {
  header: "scrolled:-translate-y-2 xl:scrolled:-translate-y-5",
  bar: "scrolled:translate-y-1 xl:scrolled:translate-y-2.5",
};
// The narrowest phones have no room for the word beside its icon.
const word = "max-[22rem]:sr-only";
const menuButton = "min-h-11 items-center gap-2 rounded-2 px-3.5 text-small font-semibold hover:bg-shade";

function Brand() {
  return (
    <a href="/" className="inline-flex min-h-11 items-center rounded-2 no-underline">
      <Logo name={site.name} />
    </a>
  );
}

/** The page itself is "page"; a page below it is "true". */
const current = (path: string, { href, also = [] }: NavigationItem) =>
  path === href ? "page" : [href, ...also].some((start) => path.startsWith(`${start}/`)) ? "true" : undefined;

const navLink =
  "relative rounded-1 px-3.25 py-2.5 text-small font-[540] no-underline after:absolute after:inset-x-3.25 after:bottom-1.25 " +
  "after:h-0.5 after:origin-left after:scale-x-0 after:bg-current after:transition-[scale] after:duration-300 after:ease-flow " +
  "hover:after:scale-x-100 aria-[current]:after:scale-x-100 aria-[current]:after:bg-accent";

type HeaderField = NonNullable<PageHandle["field"]>;

/** The header continues the field of the page's first section; sunken is paper, one step down. */
const onField = (field: HeaderField) =>
  field === "sunken"
    ? { "data-field": "paper", ground: "bg-sunken scrolled:bg-sunken/92" }
    : { "data-field": field, ground: "scrolled:bg-ground/92" };

export function SiteHeader({ field, path, brandOnly }: { field: HeaderField; path: string; brandOnly: boolean }) {
  const { ground, ...fieldName } = onField(field);
  return (
    <>
      <header
        {...fieldName}
        // Scrolled, it is one slim bar with brand and Menu: more transparent, as specified, yet nearly solid, so that text stays
        // readable whatever scrolls beneath. Links and theme button only turn invisible. It never leaves the window.
        className={classNames(
          "fixed inset-x-0 top-0 z-50 scrolled:shadow-[0_1px_0_var(--color-line)]",
          slides,
          slim.header,
          ground,
        )}
      >
        <div className={classNames(bar, slides, slim.bar)}>
          <Brand />
          {!brandOnly && (
            <nav aria-label="Main" className="ml-auto hidden gap-1 xl:-mr-12 xl:flex scrolled:invisible">
              {navigation.map((item) => (
                <a key={item.href} href={item.href} aria-current={current(path, item)} className={navLink}>
                  {item.name}
                </a>
              ))}
            </nav>
          )}
          <div
            className={classNames(
              "flex items-center gap-1 xl:grid xl:justify-items-end",
              brandOnly ? "ml-auto" : "max-xl:ml-auto",
            )}
          >
            <ThemeButton
              className={classNames("xl:col-start-1 xl:row-start-1 xl:-mr-3 scrolled:invisible", brandOnly && "-mr-3")}
            />
            {!brandOnly && (
              <button
                type="button"
                id="menu-button"
                aria-haspopup="dialog"
                aria-expanded="false"
                {...{ command: "show-modal", commandfor: "menu" }}
                className={classNames(
                  menuButton,
                  "-mr-3 inline-flex xl:invisible xl:col-start-1 xl:row-start-1 scrolled:visible",
                )}
              >
                <Icon name="menu" />
                <span className={word}>Menu</span>
              </button>
            )}
          </div>
        </div>
      </header>
      {!brandOnly && <MenuPanel field={field} path={path} />}
    </>
  );
}

function MenuPanel({ field, path }: { field: HeaderField; path: string }) {
  return (
    <dialog
      id="menu"
      aria-label="Menu"
      {...{ closedby: "any" }}
      // As tall as the window, so that the page behind is not scrolled by a wheel over it: its scroll bar can then stay where it is.
      className="fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none overflow-y-scroll overscroll-contain bg-transparent [scrollbar-width:none] backdrop:bg-scrim"
    >
      <div
        data-field={onField(field)["data-field"]}
        className="pb-8 shadow-3 transition-[translate,opacity] duration-300 ease-flow starting:-translate-y-4 starting:opacity-0"
      >
        <div className={classNames(bar, "justify-between")}>
          <Brand />
          <div className="flex items-center gap-1">
            <ThemeButton />
            <form method="dialog">
              <button className={classNames(menuButton, "-mr-3 inline-flex")}>
                <Icon name="close" />
                <span className={word}>Close</span>
              </button>
            </form>
          </div>
        </div>
        <nav aria-label="Menu" className="wrap-page pt-4">
          <ul className="border-b border-line">
            {navigation.map((item) => (
              <li key={item.href} className="border-t border-line">
                <a
                  href={item.href}
                  aria-current={current(path, item)}
                  className="serif group flex items-center justify-between py-3.5 text-[clamp(1.75rem,5vw,2.5rem)] leading-[1.15] tracking-[-0.02em] no-underline aria-[current]:text-accent-ink"
                >
                  {item.name}
                  <Icon
                    name="arrow"
                    className="size-6 transition-[translate] duration-300 ease-flow group-hover:translate-x-0.75"
                  />
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </dialog>
  );
}
