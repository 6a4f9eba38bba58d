import { newsletter, scheduling, site } from "#content/site.ts";
import { TextLink } from "../ui/button.tsx";
import type { PageHandle } from "./page-handle.ts";
import { pageMeta } from "./page-meta.ts";
import { PageHead, Section } from "./sections/section.tsx";
import { ServerIf, ServerUnless } from "./sections/server-if.tsx";

export const handle: PageHandle = { closing: "compact" };
export const meta = () =>
  pageMeta({
    title: "Privacy",
    description:
      "What this site keeps about visitors, form by form: no cookies on public pages, no analytics, no tracking.",
    path: "/privacy",
  });

const host = (address: string) => new URL(address).host;

interface Place {
  where: string;
  what: string;
  who: string;
  /** What happens while the module inquiries is on. */
  withInquiries?: { what: string; who: string };
  /** And while the module meetings is. */
  withMeetings?: { what: string; who: string };
}

const places: Place[] = [
  {
    where: "Reading any page",
    what: "The server writes one log line: time, method, path, status and duration. No address, no browser name, no query.",
    who: "Us",
  },
  {
    where: "Light and dark button",
    what: "Your choice, in this browser’s local storage under the name “theme.” It is never sent.",
    who: "Nobody",
  },
  {
    where: "Contact form",
    what: "Nothing is sent by the page. It opens your own mail program with the message; you decide whether to send it.",
    who: "Us, when you send the mail",
    withInquiries: {
      what: "What you enter is sent to this server and kept: name, email address, subject, message, when it came, and the page of this site you sent it from. Name and address also stand in our address book; under a company we know, only once one of us has put them there. Until it is sent it stays in this tab, so that nothing typed is lost. Your network address is counted for an hour against floods, as a hash, and is not kept with the message. If you ask for articles by email, we keep that wish, its wording and the time, and it counts only once you confirm it.",
      who: "Us",
    },
  },
  {
    where: "Email boxes on the manifesto and the article list",
    what: "The address stays in your browser. It is written to the browser’s console and sent nowhere.",
    who: "Nobody",
    withInquiries: {
      what: "The address is written to the browser’s console, sent to this server and kept, with what you asked for and when. Articles are sent only after you have confirmed the address; you can withdraw that at any time, and then it holds at once.",
      who: "Us",
    },
  },
  {
    where: "Training overview form",
    what: "What you type stays in the page. The form starts the download of a file from this server.",
    who: "Nobody",
    withInquiries: {
      what: "Name, email address and company are sent to this server and kept, so that a person can answer; they also stand in our address book. The form starts the download of a file from this server.",
      who: "Us",
    },
  },
  {
    where: "Booking a consultation",
    what: `With the subject AI Consult, the contact page loads a calendar from ${host(scheduling.script)}. That service sees your network address and what you enter there, and has its own rules on cookies.`,
    who: host(scheduling.script),
    withMeetings: {
      what: "Name, email address, time, time zone and what you answer are sent to this server and kept, so that we can meet; they also stand in our address book. While you fill in the form, the time you chose is kept for ten minutes. Answers are deleted 24 months after the meeting.",
      who: "Us",
    },
  },
  {
    where: "Newsletter sign-up on the guide page",
    what: `A frame from ${host(newsletter.frame)} loads when you scroll to it. That service sees your network address and what you enter there, and has its own rules on cookies.`,
    who: host(newsletter.frame),
  },
  {
    where: "Buying, and other links that open in a new tab",
    what: "You leave this site. We do not learn what you do there; the other site is told only which site you came from.",
    who: "The site you open",
  },
  {
    where: "Signing in",
    what: "For people who work with us: email address, a hash of the password, sessions with network address and browser name, and attempts counted for about a day by a hash of address and mailbox. This browser keeps sign-in tokens and half-filled forms until you sign out, and for a year a cookie that only says it has signed in before, so that strangers who guess passwords do not lock you out.",
    who: "Us",
  },
  {
    where: "Working with us",
    what: "Once we talk, our address book holds what you told us: name, company, email address, phone number and notes. Only our administrators can read it.",
    who: "Us",
  },
];

const [whatHappens, whoReceives] = ["What happens", "Who receives it"];

const ColumnName = ({ children }: { children: string }) => (
  <span className="block text-caption font-semibold text-muted md:hidden">{children}</span>
);

export default function Privacy() {
  return (
    <>
      <PageHead className="pb-16">
        <h1 className="serif max-w-[8.4em] text-display">Privacy, place by place</h1>
        <p className="mt-6 max-w-136 text-lead">
          Public pages set no cookies and carry no analytics, advertising or fingerprinting. Fonts and scripts come from
          this server<ServerUnless is="meetings">, except for the booking calendar</ServerUnless>. This table is the
          whole of it.
        </p>
      </PageHead>
      <Section continues>
        <table className="w-full border-b border-line text-left max-md:block">
          {/* On a phone each cell says its column itself. */}
          <thead className="text-small text-muted max-md:hidden">
            <tr>
              {["Where", whatHappens, whoReceives].map((name) => (
                <th key={name} scope="col" className="pb-3 font-normal">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-md:block">
            {places.map(({ where, what, who, withInquiries, withMeetings }) => (
              <tr key={where} className="border-t border-line align-top first:border-ink max-md:block max-md:py-5">
                <th scope="row" className="font-semibold max-md:block md:w-1/4 md:py-5 md:pr-gap">
                  {where}
                </th>
                <td className="max-md:mt-3 max-md:block md:py-5 md:pr-gap">
                  <ColumnName>{whatHappens}</ColumnName>
                  <EitherWay
                    off={what}
                    on={(withInquiries ?? withMeetings)?.what}
                    is={withMeetings ? "meetings" : "inquiries"}
                  />
                </td>
                <td className="text-small text-muted max-md:mt-3 max-md:block md:w-1/5 md:py-5">
                  <ColumnName>{whoReceives}</ColumnName>
                  <EitherWay
                    off={who}
                    on={(withInquiries ?? withMeetings)?.who}
                    is={withMeetings ? "meetings" : "inquiries"}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <div className="mt-14 grid gap-x-gap gap-y-8 lg:grid-cols-2">
          <div>
            <h2 className="serif text-sub">How long</h2>
            <p className="mt-2 max-w-136 text-muted">
              Mail to us is kept as long as the conversation needs it. Sign-in sessions end when you sign out; one-time
              links are deleted after two days and used tokens after thirty.
              <ServerIf is="inquiries">
                {" "}
                What you send through a form is kept as long as the conversation needs it; what looks like spam waits
                until a person has looked at it, and is deleted thirty days after that person called it spam. Proof of a
                consent is kept as long as we rely on it.
              </ServerIf>
              <ServerIf is="outbox">
                {" "}
                What we send you is kept with its text. Mail that you did not ask for has a way to unsubscribe in it;
                that you used it, complained or have no such mailbox any more stays with us as a keyed hash of the
                address, so that we do not write again, also when everything else about you is erased.
              </ServerIf>
              <ServerIf is="mailbox">
                {" "}
                Some of us connect their mailboxes: of mail with people in our address book we then also keep who wrote
                to whom and when and, as far as the owner of the mailbox chose, the first words or the text, for 24
                months unless its owner set another time. Mail with anyone else is not kept, files stay in the mailbox,
                and pictures that would tell you of our reading are never loaded.
              </ServerIf>
              <ServerIf is="proposals">
                {" "}
                Of a proposal that you answer we keep what it said, your name as you typed it, the time, and the network
                and browser the answer came from, as evidence for both sides. What you ask or want changed there we keep
                with your name and our answer. How often its page was read is counted; for how long is not.
              </ServerIf>
              <ServerIf is="documents">
                {" "}
                When you open a file that we share by link, we keep when it was viewed or downloaded, the name you typed
                if the page asked for one, and a hash that tells two visitors of one link apart. They go with the file.
                The page that asks sets one cookie, for two hours.
              </ServerIf>
              <ServerIf is="client-area">
                {" "}
                In the client area we keep when you signed in, what you opened, sent and wrote, and which devices are
                signed in, for as long as you have access; not how long you read. A cookie holds your session until you
                sign out, 30 days at most.
              </ServerIf>
              <ServerIf is="payments">
                {" "}
                What we asked you to pay and what arrived is kept as long as the law asks of our books. Card numbers are
                typed on the page of our payment provider, Stripe, and never reach us.
              </ServerIf>
            </p>
          </div>
          <div>
            <h2 className="serif text-sub">What you can ask</h2>
            <p className="mt-2 max-w-136 text-muted">
              What we hold about you, a copy of it, its correction, or its deletion. Write to{" "}
              <TextLink href={`mailto:${site.email}`}>{site.email}</TextLink> and a person will answer within 2 business
              days.
              <ServerIf is="inquiries">
                {" "}
                The mail that says we have your message holds a link to a page of your own: read what you sent, correct
                it, withdraw a consent, or have it erased, without asking anybody.
              </ServerIf>
            </p>
          </div>
        </div>
      </Section>
    </>
  );
}

/** Words that are other ones while a module is on. */
function EitherWay({ off, on, is }: { off: string; on: string | undefined; is: string }) {
  if (on === undefined || on === off) return off;
  return (
    <>
      <ServerUnless is={is}>{off}</ServerUnless>
      <ServerIf is={is}>{on}</ServerIf>
    </>
  );
}
