import { links, newsletter } from "#content/site.ts";

/** The newsletter platform's sign-up form, 480 by 320, in a box that is reserved from the start. */
export function NewsletterFrame({ title }: { title: string }) {
  const { host } = new URL(newsletter.frame);
  return (
    <figure data-behavior="newsletter-frame" data-frame="asking" className="group max-w-120">
      <div className="relative h-80 w-full bg-surface outline outline-line">
        {/* Its address is set by the behavior once it is on the screen: another host is asked for nothing before. */}
        <Frame title={title} data-src={newsletter.frame} />
        <noscript>
          <Frame title={title} src={newsletter.frame} />
        </noscript>
        <div className="needs-script absolute inset-0 grid content-center gap-3 bg-surface p-8 text-small text-muted group-data-[frame=answered]:hidden">
          <p className="group-data-[frame=blocked]:hidden">
            The sign-up form comes from {host}. It appears once that service answers.
          </p>
          <p className="hidden text-head text-ink group-data-[frame=blocked]:block">The sign-up form did not load</p>
          <p className="hidden group-data-[frame=blocked]:block">
            It comes from {host}, which does not answer or is blocked here.
          </p>
        </div>
      </div>
      <figcaption className="mt-2 text-caption text-muted">
        If no form appears,{" "}
        <a href={links.newsletterArchive} target="_blank" rel="noopener noreferrer" className="text-ink underline">
          subscribe from the archive<span className="sr-only"> Opens in a new tab</span>
        </a>
        .
      </figcaption>
    </figure>
  );
}

function Frame({ title, ...address }: { title: string } & ({ src: string } | { "data-src": string })) {
  return (
    <iframe
      {...address}
      title={title}
      width={480}
      height={320}
      loading="lazy"
      sandbox="allow-forms allow-scripts allow-popups"
      referrerPolicy="no-referrer"
      className="absolute inset-0 size-full border-0"
    />
  );
}
