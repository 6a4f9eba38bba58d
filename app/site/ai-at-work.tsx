import { site } from "#content/site.ts";
import { clients } from "#content/clients.ts";
import { contactLink } from "#content/subjects.ts";
import { training } from "#content/training.ts";
import { ButtonLink, TextLink } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { Island } from "./islands/island.tsx";
import { TrainingForm } from "./islands/training-form.island.tsx";
import type { PageHandle } from "./page-handle.ts";
import { organization, pageMeta } from "./page-meta.ts";
import { ClientMark } from "./sections/client-mark.tsx";
import { TrainingInquiry } from "./sections/capture-inquiry.tsx";
import { PageHead, Section } from "./sections/section.tsx";
import { ServerIf, ServerUnless } from "./sections/server-if.tsx";

const path = "/ai-at-work";

export const handle: PageHandle = { field: "nil" };
export const meta = () =>
  pageMeta({
    title: "AI at Work: executive training",
    description:
      "A 4-6 hour workshop for leadership teams of five to ten: what the models do, where they fail, and how to decide.",
    path,
    jsonLd: [
      {
        "@type": "Course",
        name: training.title,
        description: training.line,
        provider: organization,
        hasCourseInstance: { "@type": "CourseInstance", courseMode: "onsite", courseWorkload: "PT6H" },
      },
    ],
    breadcrumbs: [
      { name: "Home", path: "/" },
      { name: "Education", path: "/education" },
      { name: training.title, path },
    ],
  });

/** The day in blocks of one hour; the hatched ones are the difference between four hours and six. */
function DayBar() {
  return (
    <ol className="grid grid-cols-2 gap-0.5 sm:grid-cols-6">
      {training.day.map(({ title, minutes, core }) => (
        <li
          key={title}
          className={classNames(
            "flex min-h-20 flex-col sm:min-h-26 justify-between gap-2 p-3 text-small leading-tight lg:max-xl:px-1.5 lg:max-xl:text-caption last:rounded-br-[1.5rem]",
            core ? "bar-solid text-on-solid" : "bar-hatched border-ink [--hatch:var(--line)]",
          )}
        >
          <b className="font-semibold">{title}</b>
          <span className="text-caption">{minutes} min</span>
        </li>
      ))}
    </ol>
  );
}

const listItem = "border-t border-line py-5";

function Argument() {
  return (
    <div className="min-w-0">
      <h1 className="serif text-display">AI at Work</h1>
      <p className="mt-5 max-w-136 text-lead">{training.line}</p>
      <h2 className="serif mt-16 mb-5 text-title">A {training.length.replace(" hours", " hour")} workshop</h2>
      <DayBar />
      <p className="mt-3 text-caption text-muted">
        Drawn to scale. The four solid blocks fill a morning of four hours; the hatched ones make it six.
      </p>
      <h2 className="serif mt-16 mb-5 text-title">What your team learns</h2>
      <ul className="border-b border-line">
        {training.learned.map(({ title, text }) => (
          <li key={title} className={listItem}>
            <h3 className="text-head">{title}</h3>
            <p className="mt-1 text-muted">{text}</p>
          </li>
        ))}
      </ul>
      <h2 className="serif mt-16 mb-5 text-title">Who it is for</h2>
      <ul className="border-b border-line">
        {training.audience.map(({ title, text }) => (
          <li key={title} className={listItem}>
            <b className="font-[650]">{title}</b> {text}
          </li>
        ))}
      </ul>
      <p className="mt-4 text-small text-muted">{training.notFor}</p>
    </div>
  );
}

export default function AiAtWork() {
  return (
    <>
      <PageHead
        field="nil"
        className="grid gap-x-[calc(var(--spacing-gap)*2)] gap-y-14 pb-section lg:grid-cols-[7fr_5fr]"
      >
        <Argument />
        <div>
          <aside
            aria-label="Download the training overview"
            className="turned bg-surface p-[clamp(1.5rem,3vw,2.5rem)] shadow-1 lg:sticky lg:top-24"
          >
            <h2 className="serif text-sub">Download Training Overview</h2>
            <p className="mt-2 mb-6 text-small text-muted">
              Two pages: the day, what your team learns, what we need from you.
            </p>
            <ServerUnless is="inquiries">
              <Island when="interaction">
                <TrainingForm file={training.file} to={site.email} />
              </Island>
              <noscript>
                <p className="mt-4 text-small">
                  Without JavaScript the button opens an email to us. The overview is here:{" "}
                  <a href={training.file} className="underline">
                    Download the overview (PDF)
                  </a>
                </p>
              </noscript>
            </ServerUnless>
            <ServerIf is="inquiries">
              <TrainingInquiry file={training.file} />
              <noscript>
                <p className="mt-4 text-small">
                  Without JavaScript the button sends your details. The overview is here:{" "}
                  <a href={training.file} className="underline">
                    Download the overview (PDF)
                  </a>
                </p>
              </noscript>
            </ServerIf>
          </aside>
        </div>
      </PageHead>

      <Section>
        <h2 className="mb-8 text-small text-muted">Some of our clients and partners</h2>
        <ul className="grid grid-cols-2 gap-x-gap gap-y-8 sm:grid-cols-3 lg:grid-cols-5">
          {clients.map((client) => (
            <li key={client.name}>
              <ClientMark client={client} />
            </li>
          ))}
        </ul>
      </Section>

      <Section field="sunken" className="flex flex-wrap items-center justify-between gap-x-gap gap-y-6">
        <h2 className="serif text-title">Name a date, or keep reading first</h2>
        <div className="flex flex-wrap items-center gap-x-7 gap-y-4">
          <ButtonLink variant="accent" href={contactLink("AI Training Inquiry")}>
            Ask about the training
          </ButtonLink>
          <TextLink href="/articles" arrow>
            Read our articles
          </TextLink>
        </div>
      </Section>
    </>
  );
}
