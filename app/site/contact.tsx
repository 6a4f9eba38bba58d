import { scheduling, site } from "#content/site.ts";
import { Icon } from "../ui/icon.tsx";
import { Cascade } from "./art/drawings.tsx";
import { bookingTitle, contactSubjectScript } from "./contact-subject-script.ts";
import { ContactForm } from "./islands/contact-form.island.tsx";
import { Island } from "./islands/island.tsx";
import { SchedulingWidget } from "./islands/scheduling-widget.island.tsx";
import type { PageHandle } from "./page-handle.ts";
import { organization, pageMeta } from "./page-meta.ts";
import { ContactInquiry } from "./sections/contact-inquiry.tsx";
import { PageHead } from "./sections/section.tsx";
import { ServerIf, ServerUnless } from "./sections/server-if.tsx";
import { SpecList } from "./sections/spec-list.tsx";

export const handle: PageHandle = { field: "nil", closing: "compact" };

export const meta = () =>
  pageMeta({
    title: "Contact",
    description:
      "Tell us the decision in front of you. A person reads every message and answers within 2 business days; the first call is 30 minutes.",
    path: "/contact",
    jsonLd: [organization, { "@type": "ContactPage", name: "Contact", url: `${site.url}/contact` }],
    breadcrumbs: [
      { name: "Home", path: "/" },
      { name: "Contact", path: "/contact" },
    ],
  });

const sheet = "turned bg-surface dark:bg-nil p-[clamp(1.5rem,3vw,2.75rem)] shadow-1";

export default function Contact() {
  return (
    <PageHead
      field="nil"
      className="grid items-start gap-x-[calc(var(--spacing-gap)*3)] gap-y-12 pb-section lg:grid-cols-[5fr_6fr]"
      art={
        <Cascade
          width={800}
          height={340}
          turn={-24}
          gap={20}
          at={0.3}
          chord={0.24}
          thickness={12}
          every={4}
          hot={0.68}
          fit="xMinYMax slice"
          className="absolute bottom-0 left-0 h-72 w-[64%] [mask:linear-gradient(90deg,#000_45%,transparent_88%)_intersect,linear-gradient(0deg,#000_52%,transparent_78%)] max-lg:hidden"
        />
      }
    >
      {/* Goes along where the other column is longer: the calendar and the form are below each other there. The room at its end
          is the drawing's. */}
      <div className="lg:sticky lg:top-24 lg:pb-32">
        <h1 className="serif text-display">Tell us the decision in front of you</h1>
        <p id="lead" className="mt-6 max-w-108 text-lead">
          Two sentences are enough. A person reads every message, and that person answers it.
        </p>
        <SpecList
          className="mt-10 gap-x-6 gap-y-3 border-t border-line pt-6 text-base"
          facts={[
            ["We reply", site.responsePromise],
            ["First call", `${site.consultMinutes} minutes, free of charge`],
            [
              "By email",
              <a key="mail" href={`mailto:${site.email}`} className="-my-1 inline-block py-1 underline">
                {site.email}
              </a>,
            ],
          ]}
        />
        <ServerIf is="meetings">
          {/* A line is kept for it as soon as there is a subject, so that nothing moves when it comes. */}
          <p
            id="booking-offer"
            data-behavior="booking-offer"
            hidden
            className="mt-6 min-h-6 text-base [[hidden]]:hidden"
          />
        </ServerIf>
      </div>
      <div className="grid min-w-0 gap-gap">
        <ServerIf is="booking-page">
          <noscript>
            <p>
              To book a {site.consultMinutes}-minute consultation,{" "}
              <a href="/book/ai-consult" className="underline">
                choose a time
              </a>
              .
            </p>
          </noscript>
        </ServerIf>
        <section id="booking" aria-label={bookingTitle} hidden data-field="paper" className={`group relative ${sheet}`}>
          <p className="mb-6 max-w-form text-muted">
            Pick a time for a {site.consultMinutes}-minute consultation. If none suits, write below and we will find
            one.
          </p>
          <ServerUnless is="meetings">
            <Island when="visible">
              <SchedulingWidget script={scheduling.script} dataPath={scheduling.dataPath} email={site.email} />
            </Island>
            {/* Still water in the place kept for a calendar that does not come. */}
            <Cascade
              width={720}
              height={220}
              turn={0}
              gap={14}
              at={0.42}
              every={4}
              className="pointer-events-none absolute inset-x-0 bottom-0 hidden h-44 w-full [mask-image:linear-gradient(0deg,#000_40%,transparent)] group-has-[[data-widget=failed]]:block"
            />
          </ServerUnless>
          <ServerIf is="meetings">
            <div className="bk-embed" data-behavior="booking-embed" data-from="/api/book/ai-consult/form">
              <p data-loading="" className="text-small text-muted">
                Loading the calendar...
              </p>
              <p data-failed="" hidden role="alert" className="[[hidden]]:hidden">
                The calendar did not load. Try its{" "}
                <a href="/book/ai-consult" className="underline">
                  own page
                </a>
                , or write to us below.
              </p>
            </div>
          </ServerIf>
        </section>
        <section id="message" aria-label="Write to us" data-field="paper" className={sheet}>
          <p
            id="about-subject"
            hidden
            className="mb-5.5 flex items-center gap-3 rounded-br-turn-btn bg-nil dark:bg-surface px-4 py-3.5 text-small [[hidden]]:hidden"
          >
            <Icon name="conversation" />
            <span className="min-w-0 wrap-anywhere">
              You're contacting about: <b className="font-[650]" />
              <span id="about-offer" hidden className="mt-0.5 block text-muted [[hidden]]:hidden" />
            </span>
          </p>
          <ServerUnless is="inquiries">
            <Island when="interaction">
              <ContactForm to={site.email} />
            </Island>
          </ServerUnless>
          <ServerIf is="inquiries">
            <ContactInquiry />
          </ServerIf>
        </section>
        {/* oxlint-disable-next-line react/no-danger -- our own constant script; the server puts its hash into the CSP */}
        <script dangerouslySetInnerHTML={{ __html: contactSubjectScript }} />
      </div>
    </PageHead>
  );
}
