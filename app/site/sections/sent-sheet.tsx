// After sending: the day we answer by, between two rules, and what happens until then. In the page that JavaScript changes the day is
// filled by the form's behavior; on /contact/sent by the server.
import type { ReactNode } from "react";
import { site } from "#content/site.ts";
import { ButtonLink, TextLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";

export function SentSheet() {
  return (
    <div>
      <div data-when="day">
        <AnswerBy>
          <span data-slot="day" />
        </AnswerBy>
      </div>
      <WhatHappensNext by={<span data-slot="day" />} />
      <div data-when="news-mail">
        <AboutNews>{newsWords.mail}</AboutNews>
      </div>
      <div data-when="news-held">
        <AboutNews>{newsWords.held}</AboutNews>
      </div>
      <SentLinks />
    </div>
  );
}

/** For a message whose box for articles was ticked. The same to everyone, whether we know the address or not. */
export const newsWords = {
  mail: "You asked for our articles as well: a mail with a link to confirm your address has been sent. Nothing comes before you press it.",
  held: "You asked for our articles as well: the email with your confirmation link arrives within 2 business days.",
};

export const AboutNews = ({ children }: { children: ReactNode }) => (
  <p className="mt-6 border-t border-line pt-5 text-small">{children}</p>
);

export function AnswerBy({ children }: { children: ReactNode }) {
  return (
    <p className="mb-9 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-y border-ink py-4.5">
      <span>We answer by</span>
      <b className="serif text-sub font-normal">{children}</b>
    </p>
  );
}

export function WhatHappensNext({ by }: { by: ReactNode }) {
  const steps: { name: string; text: ReactNode; done?: true }[] = [
    { name: "Received", text: "Your message is kept here, with the address you gave.", done: true },
    {
      name: "Read by a person",
      text: "The person who knows most about your question reads it and takes it on. A message that looks like spam to our filter is checked by a person first; the day stays the same.",
    },
    {
      name: "Answered",
      text: (
        <>
          <span data-when="day">By {by}. </span>If we are the wrong people, we say so and name others. If you hear
          nothing, write to{" "}
          <a href={`mailto:${site.email}`} className="text-ink underline">
            {site.email}
          </a>
          .
        </>
      ),
    },
  ];
  return (
    <>
      <h2 className="mb-4.5 text-head">What happens next</h2>
      <ol className="grid">
        {steps.map(({ name, text, done }) => (
          <li
            key={name}
            className="relative grid grid-cols-[1.25rem_1fr] gap-x-6 pb-6 last:pb-0 not-last:before:absolute not-last:before:top-5 not-last:before:bottom-0 not-last:before:left-[0.59rem] not-last:before:w-px not-last:before:bg-control"
          >
            <span
              aria-hidden="true"
              className={`mt-0.5 grid size-5 place-items-center rounded-full border ${done ? "border-solid bg-solid text-on-solid" : "border-control"}`}
            >
              {done && <Icon name="check" className="size-3.5" />}
            </span>
            <div>
              <p className="font-semibold">{name}</p>
              <p className="mt-1 text-small text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

export function SentLinks() {
  return (
    <p className="mt-8 flex flex-wrap items-center gap-x-7 gap-y-4">
      <ButtonLink href="/articles" variant="accent">
        Read while you wait
      </ButtonLink>
      <TextLink href="/privacy">What we keep</TextLink>
    </p>
  );
}
