import { links, newsletter } from "#content/site.ts";

/**
 * The newsletter platform's sign-up form, 480 by 320, in a box that is reserved from the start. It loads when it comes near
 * the screen; the words below it show while it loads, and the line under it helps where it is blocked.
 */
export function NewsletterFrame({ title }: { title: string }) {
  return (
    <figure className="max-w-120">
      <div className="relative h-80 w-full border border-line bg-surface">
        <p className="absolute inset-0 grid place-content-center gap-1 p-6 text-center text-small text-muted">
          <span>The sign-up form comes from the newsletter’s own service.</span>
          <span>It appears here once that service answers.</span>
        </p>
        <iframe
          src={newsletter.frame}
          title={title}
          width={480}
          height={320}
          loading="lazy"
          sandbox="allow-forms allow-scripts allow-popups"
          referrerPolicy="no-referrer"
          className="relative size-full border-0"
        />
      </div>
      <figcaption className="mt-2 text-caption text-muted">
        No form above? Your browser or network blocks it.{" "}
        <a href={links.newsletterArchive} target="_blank" rel="noopener noreferrer" className="text-ink underline">
          Subscribe from the archive<span className="sr-only"> Opens in a new tab</span>
        </a>
        .
      </figcaption>
    </figure>
  );
}
