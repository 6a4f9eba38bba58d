import { Icon } from "../../ui/icon.tsx";

/** The way up, above a page's title. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <p className="mb-6 text-small">
      <a
        href={href}
        className="inline-flex min-h-6 items-center gap-2 underline hover:decoration-accent hover:decoration-2"
      >
        <Icon name="back" />
        {children}
      </a>
    </p>
  );
}
