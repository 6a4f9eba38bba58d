// The words of mails about meetings. Both clocks are named wherever they differ, with the offset of that day; the guest's comes first.
import { z } from "zod";
import { colours } from "#content/colours.gen.ts";
import { site } from "#content/site.ts";
import { clockText, dayText, knownLocale, zoneText } from "#domain/meeting-times.ts";
import type { Firm } from "#server/platform/firm.ts";
import { mail, type MailWords, type ModuleMails } from "#server/platform/outbox/mails.ts";
import { escapeHtml } from "#server/platform/safe-text.ts";
import { meetingIcs, organizerOf, placeLine } from "./server/ics.ts";
import { type MeetingFacts, meetingFacts } from "./server/meeting-facts.ts";

const facts = meetingFacts.extend({
  to: z.object({
    name: z.string(),
    address: z.string(),
    // Mails that were written before it was told are to guests who had chosen their time.
    answer: z.enum(["needs_action", "accepted", "declined", "tentative"]).default("accepted"),
  }),
});
type MailFacts = z.infer<typeof facts>;

const guestZone = ({ guest_zone: own, office_zone: office }: MeetingFacts) => own ?? office;

/** "Thursday, December 5, 10:30, Berlin (UTC+1)", and the other clock where it shows something else. */
export function timeLines(meeting: MeetingFacts, first: "guest" | "host"): string[] {
  const locale = knownLocale(meeting.locale);
  const at = new Date(meeting.starts_at);
  const say = (zone: string) => `${dayText(at, zone, locale)}, ${clockText(at, zone, locale)}, ${zoneText(at, zone)}`;
  const [own, other] = first === "guest" ? [guestZone(meeting), meeting.zone] : [meeting.zone, guestZone(meeting)];
  return say(own).replace(zoneText(at, own), "") === say(other).replace(zoneText(at, other), "")
    ? [say(own)]
    : [say(own), first === "guest" ? `For us: ${say(other)}` : `For the guest: ${say(other)}`];
}

interface Words {
  subject: string;
  paragraphs: (meeting: MeetingFacts) => string[];
  action: string;
  method: "REQUEST" | "CANCEL" | null;
}

function compose(meeting: MailFacts, words: Words, firm: Firm): MailWords {
  const when = timeLines(meeting, "guest");
  const subject = `${words.subject}: ${meeting.title}, ${when[0]!}`;
  const about = [
    ...when,
    meeting.hosts.length > 0 ? `With ${meeting.hosts.join(" and ")}` : "",
    words.method === "CANCEL" ? "" : placeLine(meeting),
    `Reference ${meeting.reference}`,
  ].filter(Boolean);
  const paragraphs = words.paragraphs(meeting);
  const sans = "font-family:system-ui,-apple-system,'Segoe UI',sans-serif";
  const serif = "font-family:Georgia,'Times New Roman',serif";
  return {
    subject,
    text: [
      meeting.to.name ? `Dear ${meeting.to.name},` : "Hello,",
      ...paragraphs,
      about.join("\n"),
      `${words.action}:\n{{meeting_page}}`,
      firm.signature,
    ].join("\n\n"),
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:0;background:${colours.nil.ground};color:${colours.paper.ink}">
<div style="max-width:34rem;margin:0 auto;padding:32px 16px"><div style="background:${colours.paper.ground};padding:36px 32px;border-radius:0 0 40px 0">
<p style="${serif};font-size:22px;margin:0 0 24px">${escapeHtml(site.name)}</p>
<h1 style="${serif};font-size:30px;line-height:1.1;font-weight:400;margin:0 0 16px">${escapeHtml(`${words.subject}: ${meeting.title}`)}</h1>
${paragraphs.map((text) => `<p style="${sans};font-size:16px;line-height:1.58;margin:0 0 14px">${escapeHtml(text)}</p>`).join("\n")}
<p style="${sans};font-size:16px;line-height:1.7;margin:0 0 14px">${about.map(escapeHtml).join("<br>")}</p>
<p style="margin:28px 0"><a href="{{meeting_page}}" style="${sans};display:inline-block;padding:13px 22px;background:${colours.paper.accent};color:${colours.paper["on-accent"]};text-decoration:none;font-weight:600;border-radius:3px 3px 16px 3px">${escapeHtml(words.action)}</a></p>
<p style="${sans};font-size:13px;line-height:1.45;margin:0;padding-top:16px;border-top:1px solid ${colours.nil.ground}">${escapeHtml(firm.signature).replaceAll("\n", "<br>")}</p>
</div></div>
</body>
</html>`,
    ...(words.method && {
      calendar: { ics: meetingIcs(meeting, words.method, organizerOf(firm), meeting.to), method: words.method },
    }),
  };
}

const change = "Open, move or cancel it";
const again = "Choose another time";
const words = {
  confirmed: {
    subject: "Confirmed",
    paragraphs: () => ["Your meeting is booked. If the time does not suit any more, move or cancel it on its page."],
    action: change,
    method: "REQUEST",
  },
  requested: {
    subject: "Requested",
    paragraphs: ({ answer_by: by, office_zone: zone, locale }) => [
      `We keep this time for you and confirm it${by ? ` by ${dayText(new Date(by), zone, knownLocale(locale))}, ${clockText(new Date(by), zone, knownLocale(locale))} (${zoneText(new Date(by), zone)})` : " soon"}.`,
    ],
    action: change,
    method: null,
  },
  unpaid: {
    subject: "Waiting for your payment",
    paragraphs: () => ["We keep this time for you for 35 minutes. Your payment confirms it."],
    action: "Open its page",
    method: null,
  },
  moved: {
    subject: "Moved",
    paragraphs: () => ["Your meeting has changed. These are its time and place now."],
    action: change,
    method: "REQUEST",
  },
  cancelled: {
    subject: "Cancelled",
    paragraphs: ({ cancelled_by: by }) => [
      by === "guest" ? "You have cancelled this meeting." : "We are sorry: we had to cancel this meeting.",
    ],
    action: again,
    method: "CANCEL",
  },
  declined: {
    subject: "Not confirmed",
    paragraphs: () => ["We are sorry: we cannot make this time."],
    action: again,
    method: "CANCEL",
  },
  expired: {
    subject: "Not confirmed",
    paragraphs: () => ["We are sorry: no one of us confirmed this time. It is no longer kept for you."],
    action: again,
    method: "CANCEL",
  },
  released: {
    subject: "No longer kept",
    paragraphs: () => ["The payment did not arrive in time, so this time is free again."],
    action: again,
    method: "CANCEL",
  },
  choose_again: {
    subject: "Please choose another time",
    paragraphs: () => [
      "Something came up for us at this time. Please choose another one. Until you do, the meeting stands as it is.",
    ],
    action: again,
    method: null,
  },
  reminder: {
    subject: "Reminder",
    paragraphs: () => ["We look forward to talking to you."],
    action: change,
    method: null,
  },
  invited: {
    subject: "Invitation",
    paragraphs: () => ["You are invited to this meeting."],
    action: "Open its page",
    method: "REQUEST",
  },
} satisfies Record<string, Words>;

export const mails = Object.fromEntries(
  Object.entries(words).map(([kind, own]) => [kind, mail(facts, (meeting, firm) => compose(meeting, own, firm))]),
) satisfies ModuleMails;

const hostWords = {
  booked: "Booked",
  moved: "Moved",
  cancelled: "Cancelled",
  requested: "To confirm",
  held: "To check",
  expired: "Expired",
};

/** To a colleague: their own clock first. It leaves in the safe mode as well: it reaches no outsider. */
export function hostMail(kind: keyof typeof hostWords, meeting: MeetingFacts, address: string, siteUrl: string) {
  const when = timeLines(meeting, "host");
  const who = meeting.guest?.name || meeting.guest?.address || "a guest";
  const subject = `${hostWords[kind]}: ${meeting.title} with ${who}, ${when[0]!}`
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .slice(0, 200);
  const lines = [...when, `Guest: ${who}`, placeLine(meeting), `Reference ${meeting.reference}`].filter(Boolean);
  const link = `${siteUrl}/admin/meetings/${meeting.id}`;
  return {
    to: address,
    subject,
    text: [lines.join("\n"), link].join("\n\n"),
    html: `<p>${lines.map(escapeHtml).join("<br>")}</p><p><a href="${escapeHtml(link)}">Open the meeting</a></p>`,
  };
}
