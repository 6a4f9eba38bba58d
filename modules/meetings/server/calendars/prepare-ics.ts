// Makes a calendar file unmistakable before it is read: all-day and floating times get the person's zone, where the reader
// would take the zone of this process, and further dates of a series (RDATE) become entries that the reader knows.

export const allDayMark = "X-GUIDEVANE-ALL-DAY";
export const furtherDate = "X-GUIDEVANE-FURTHER-DATE";

interface Line {
  name: string;
  params: string;
  value: string;
  text: string;
}

/** Lines that were folded are whole again. */
export const unfolded = (ics: string): string[] => ics.replaceAll(/\r?\n[ \t]/g, "").split(/\r?\n/);

export function lineOf(text: string): Line {
  // A colon or semicolon inside quotes belongs to the parameter.
  const found = /^([A-Za-z0-9-]+)((?:;[^=:;]+=(?:"[^"]*"|[^":;]*))*):(.*)$/s.exec(text);
  if (!found) return { name: "", params: "", value: "", text };
  return { name: found[1]!.toUpperCase(), params: found[2]!, value: found[3]!, text };
}

const dated = new Set(["DTSTART", "DTEND", "RECURRENCE-ID", "EXDATE"]);
const isDay = (value: string) => /^\d{8}$/.test(value);
const hasZone = (params: string) => /;TZID=/i.test(params);
const isZ = (value: string) => /Z$/i.test(value);

/** A copy whose every day and floating time is a time in `zone`. Its zone rules stay for entries that use them. */
export function prepared(ics: string, zone: string): string {
  const out: string[] = [];
  let entry: string[] | null = null;
  for (const text of unfolded(ics)) {
    const { name, value } = lineOf(text);
    const component = value.trim().toUpperCase();
    if (name === "BEGIN" && component === "VEVENT") entry = [];
    else if (name === "END" && component === "VEVENT" && entry) {
      out.push(...preparedEntry(entry, zone));
      entry = null;
    } else if (entry) entry.push(text);
    else out.push(text);
  }
  return out.join("\r\n");
}

function preparedEntry(lines: string[], zone: string): string[] {
  // What is nested (alarms) says nothing of times.
  const own: Line[] = [];
  let depth = 0;
  for (const line of lines.map(lineOf)) {
    if (line.name === "BEGIN") depth += 1;
    else if (line.name === "END") depth -= 1;
    else if (depth === 0) own.push(line);
  }
  const start = own.find(({ name }) => name === "DTSTART");
  if (!start) return [];
  const allDay = isDay(start.value);
  const inZone = (name: string, { params, value }: Line): string => {
    const values = value.split(",").map((each) => each.trim());
    if (isDay(values[0]!))
      return `${name};TZID=${zone}:${values.map((each) => `${each.slice(0, 8)}T000000`).join(",")}`;
    if (isZ(values[0]!) || hasZone(params)) return `${name}${params}:${value}`;
    return `${name}${params};TZID=${zone}:${value}`;
  };
  const kept: string[] = [];
  for (const line of own) {
    if (line.name === "RDATE") continue;
    if (line.name === "RRULE") kept.push(untilInclusive(line.text));
    else kept.push(dated.has(line.name) ? inZone(line.name, line) : line.text);
  }
  if (allDay) {
    kept.push(`${allDayMark}:YES`);
    if (!own.some(({ name }) => name === "DTEND" || name === "DURATION")) kept.push("DURATION:P1D");
  }
  const uid = own.find(({ name }) => name === "UID")?.value ?? "";
  const whole = uid === "" ? ["UID:without", ...kept.filter((text) => lineOf(text).name !== "UID")] : kept;
  return [asEntry(whole), ...furtherDates(own, uid, whole, inZone).map(asEntry)].flat();
}

const asEntry = (lines: string[]) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"];

/** "Until the 31st" includes the 31st, in the zone of the series. */
const untilInclusive = (rule: string) => rule.replace(/(UNTIL=\d{8})(?=;|$)/i, "$1T235959");

/** Each further date of a series as an entry of its own. Its length is that of the series, unless it names an end. */
function furtherDates(
  own: Line[],
  uid: string,
  whole: string[],
  inZone: (name: string, line: Line) => string,
): string[][] {
  const isOf = (text: string, ...names: string[]) => names.includes(lineOf(text).name);
  const common = whole.filter(
    (text) => !isOf(text, "DTSTART", "DTEND", "DURATION", "RRULE", "EXDATE", "UID", "RECURRENCE-ID"),
  );
  const ends = whole.filter((text) => isOf(text, "DURATION"));
  return own
    .filter(({ name }) => name === "RDATE")
    .flatMap((line) => line.value.split(",").map((value) => ({ ...line, value: value.trim() })))
    .map((line, at) => {
      const [from = "", to] = line.value.split("/");
      const params = line.params.replace(/;VALUE=PERIOD/i, "");
      const end =
        to === undefined
          ? ends
          : to.startsWith("P")
            ? [`DURATION:${to}`]
            : [inZone("DTEND", { ...line, params, value: to })];
      return [
        `UID:${uid}#${at + 1}`,
        inZone("DTSTART", { ...line, params, value: from }),
        ...end,
        ...common,
        `${furtherDate}:${uid}`,
      ];
    });
}
