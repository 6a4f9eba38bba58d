import type { ClientLogo } from "#content/clients.ts";
import { classNames } from "../../ui/class-names.ts";

/** A client's mark with its name beside it (or below, where the row is narrow). Together they are one picture with one description. */
export function ClientMark({ client, stacks = false }: { client: ClientLogo; stacks?: boolean }) {
  const { lettering } = client;
  return (
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> cannot take the colour and the lettering of the page
      role="img"
      aria-label={client.alt}
      className={classNames(
        "inline-flex items-center gap-2 text-small leading-none whitespace-nowrap min-[88rem]:text-body min-[88rem]:leading-none",
        stacks &&
          "max-lg:grid max-lg:justify-items-start max-sm:text-caption max-sm:leading-none max-[22rem]:text-[0.7rem]",
      )}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6 shrink-0">
        <path fill="currentColor" d={client.src} />
      </svg>
      {lettering.font === "display" ? (
        <span className="font-display text-[1.2em] tracking-[-0.015em] max-[22rem]:text-[1.05em]">{client.name}</span>
      ) : (
        <span style={{ fontWeight: lettering.weight, letterSpacing: lettering.tracking }}>{client.name}</span>
      )}
    </span>
  );
}
