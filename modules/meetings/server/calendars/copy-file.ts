// What a meeting of ours is in somebody's calendar, and in the feed of a person.

export interface CopyFacts {
  uid: string;
  sequence: number;
  title: string;
  reference: string;
  starts_at: string;
  ends_at: string;
  changed_at: string;
  place_detail: string | null;
  guest: { name: string; address: string } | null;
  id: string;
}

const escape = (text: string) =>
  text
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll(/\r\n|[\r\n\u2028\u2029]/g, "\\n")
    // oxlint-disable-next-line no-control-regex -- no other control characters
    .replaceAll(/[\u0000-\u001f]/g, " ");
const utc = (iso: string) => new Date(iso).toISOString().replaceAll(/[-:]|\.\d{3}/g, "");

/** 75 bytes a line, cut between characters. */
export function folded(line: string): string {
  const lines: string[] = [];
  let current = "";
  let bytes = 0;
  for (const sign of line) {
    const size = Buffer.byteLength(sign);
    if (bytes + size > 74) {
      lines.push(current);
      current = " ";
      bytes = 1;
    }
    current += sign;
    bytes += size;
  }
  return [...lines, current].join("\r\n");
}

export interface CopyText {
  summary: string;
  /** Null: "Busy" and nothing else. */
  description: string | null;
  location: string | null;
}

/** What our entry in a calendar says. The guest is in the text. */
export function copyText(facts: CopyFacts, details: boolean, siteUrl: string): CopyText {
  if (!details) return { summary: "Busy", description: null, location: null };
  const guest = facts.guest?.name || facts.guest?.address;
  const lines = [
    guest && `With ${guest}${facts.guest?.name ? ` <${facts.guest.address}>` : ""}`,
    facts.place_detail,
    facts.reference,
    `${siteUrl}/admin/meetings/${facts.id}`,
  ];
  return {
    summary: guest ? `${facts.title} with ${guest}` : facts.title,
    description: lines.filter(Boolean).join("\n"),
    location: facts.place_detail,
  };
}

/** No METHOD and no ATTENDEE: a calendar server would write to them. */
export function copyFile(facts: CopyFacts, details: boolean, siteUrl: string): string {
  const { summary, description, location } = copyText(facts, details, siteUrl);
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:Guidevane Meetings",
    "BEGIN:VEVENT",
    `UID:${facts.uid}`,
    `DTSTAMP:${utc(facts.changed_at)}`,
    `DTSTART:${utc(facts.starts_at)}`,
    `DTEND:${utc(facts.ends_at)}`,
    `SEQUENCE:${facts.sequence}`,
    `SUMMARY:${escape(summary)}`,
    ...(description === null ? [] : [`DESCRIPTION:${escape(description)}`]),
    ...(location ? [`LOCATION:${escape(location)}`] : []),
    "TRANSP:OPAQUE",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]
    .map(folded)
    .join("\r\n");
}

/** All meetings of one person as a file to subscribe to. */
export function feedFile(all: readonly CopyFacts[], details: boolean, siteUrl: string): string {
  const events = all.map((facts) => copyFile(facts, details, siteUrl).split("\r\n").slice(3, -2).join("\r\n"));
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:Guidevane Meetings",
    "X-WR-CALNAME:Guidevane meetings",
    ...events,
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}
