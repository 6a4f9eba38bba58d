// /contact/sent: where a form leads that was sent without JavaScript, while the module inquiries is on. The server puts the day in.
import { Cascade } from "./art/drawings.tsx";
import type { PageHandle } from "./page-handle.ts";
import { cardPath, pageMeta } from "./page-meta.ts";
import { PageHead } from "./sections/section.tsx";
import { AboutNews, AnswerBy, newsWords, SentLinks, WhatHappensNext } from "./sections/sent-sheet.tsx";
import { ServerIf, ServerUnless } from "./sections/server-if.tsx";

export const handle: PageHandle = { field: "nil", closing: "compact" };

export const meta = () =>
  pageMeta({
    title: "Message received",
    description: "Your message is here. A person reads it, and that person answers it.",
    path: "/404",
    index: false,
    card: cardPath("/contact"),
  });

export default function ContactSent() {
  return (
    <PageHead
      field="nil"
      className="grid min-h-160 items-start gap-x-[calc(var(--spacing-gap)*3)] gap-y-12 pb-section lg:grid-cols-[5fr_6fr]"
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
      <div className="lg:pb-32">
        <h1 className="serif text-display">Thank you</h1>
        <p className="mt-6 max-w-108 text-lead">
          <ServerIf is="answer-day">Your message is here. A person reads it, and that person answers it.</ServerIf>
          <ServerUnless is="answer-day">
            What you sent is here. A mail asks you to confirm your address, and what you asked for follows.
          </ServerUnless>
          <ServerIf is="mail-held"> Expect that mail within 2 business days.</ServerIf>
        </p>
      </div>
      <div data-field="paper" className="turned bg-surface p-[clamp(1.5rem,3vw,2.75rem)] shadow-1 dark:bg-nil">
        <ServerIf is="answer-day">
          <AnswerBy>{"{answer-day}"}</AnswerBy>
          <WhatHappensNext by="{answer-day}" />
        </ServerIf>
        <ServerIf is="news-mail">
          <AboutNews>{newsWords.mail}</AboutNews>
        </ServerIf>
        <ServerIf is="news-held">
          <AboutNews>{newsWords.held}</AboutNews>
        </ServerIf>
        <SentLinks />
      </div>
    </PageHead>
  );
}
