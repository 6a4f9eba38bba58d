// The newsletter platform's sign-up form. A browser draws a grey error page inside a frame that cannot load and tells the
// page nothing, so a cover stays over the frame until the service has answered a request of our own.
import { useEffect, useState } from "react";
import { classNames } from "../../ui/class-names.ts";

const patience = 8000;
/** Reserved names (RFC 2606): the sample address has not been replaced, and nobody answers there. */
const isSample = (address: string) => new URL(address).hostname.endsWith(".example");

async function answers(address: string): Promise<boolean> {
  if (isSample(address)) return false;
  try {
    await fetch(address, {
      mode: "no-cors",
      credentials: "omit",
      referrerPolicy: "no-referrer",
      signal: AbortSignal.timeout(patience),
    });
    return true;
  } catch {
    return false;
  }
}

export function NewsletterFrame({ address, title, archive }: { address: string; title: string; archive: string }) {
  const [state, setState] = useState<"asking" | "answered" | "blocked">("asking");
  useEffect(() => {
    let gone = false;
    void answers(address).then((yes) => !gone && setState(yes ? "answered" : "blocked"));
    return () => {
      gone = true;
    };
  }, [address]);
  return (
    <figure className="max-w-120" data-frame={state}>
      <div className="relative h-80 w-full bg-surface outline outline-line">
        <iframe
          src={address}
          title={title}
          width={480}
          height={320}
          loading="lazy"
          sandbox="allow-forms allow-scripts allow-popups"
          referrerPolicy="no-referrer"
          tabIndex={state === "blocked" ? -1 : undefined}
          className="size-full border-0"
        />
        <output
          className={classNames(
            "needs-script absolute inset-0 grid content-center gap-3 bg-surface p-8 text-small text-muted",
            state === "answered" && "hidden",
          )}
        >
          {state === "blocked" ? (
            <>
              <b className="text-head text-ink">The sign-up form did not load</b>
              <span>It comes from {new URL(address).host}, which does not answer or is blocked here.</span>
            </>
          ) : (
            <span>The sign-up form comes from {new URL(address).host}. It appears once that service answers.</span>
          )}
        </output>
      </div>
      <figcaption className="mt-2 text-caption text-muted">
        No form above?{" "}
        <a href={archive} target="_blank" rel="noopener noreferrer" className="text-ink underline">
          Subscribe from the archive<span className="sr-only"> Opens in a new tab</span>
        </a>
        .
      </figcaption>
    </figure>
  );
}
