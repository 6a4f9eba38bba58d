// PostgreSQL and Node each bring their own data about time zones, and are updated at different times. Where the two disagree about a zone that is in
// use, a page would show another time than the one that is booked.
import { currentTime } from "#domain/clock.ts";
import type { Sql } from "../database/sql.ts";

export interface ZoneDifference {
  zone: string;
  /** The first moment at which they differ; null: one of the two does not know the zone. */
  from: Date | null;
  /** Minutes east of UTC. */
  postgres: number | null;
  node: number | null;
}

const stepMs = 12 * 3_600_000;

/** Twice a day for two years: no rule holds for less. One difference for each zone. */
export async function zoneDifferences(
  sql: Sql,
  zones: readonly string[],
  from = currentTime(),
): Promise<ZoneDifference[]> {
  const first = Math.floor(from.getTime() / stepMs) * stepMs;
  const moments = Array.from({ length: 2 * 731 }, (_, n) => first + n * stepMs);
  const found: ZoneDifference[] = [];
  const known = new Set(
    (await sql<{ name: string }[]>`select name from pg_timezone_names where name = any (${[...zones]})`).map(
      ({ name }) => name,
    ),
  );
  for (const zone of new Set(zones)) {
    const ofNode = offsetsOfNode(zone, moments);
    if (!known.has(zone) || !ofNode) {
      if (known.has(zone) || ofNode)
        found.push({ zone, from: null, postgres: known.has(zone) ? 0 : null, node: ofNode ? 0 : null });
      continue;
    }
    const rows = await sql<{ minutes: number }[]>`
      select (extract(epoch from (at at time zone ${zone}) - (at at time zone 'UTC')) / 60)::int as minutes
      from generate_series(${new Date(first)}::timestamptz, ${new Date(moments.at(-1)!)}::timestamptz, interval '12 hours') with ordinality as series (at, place) order by place`;
    const place = rows.findIndex(({ minutes }, at) => minutes !== ofNode[at]);
    if (place >= 0)
      found.push({ zone, from: new Date(moments[place]!), postgres: rows[place]!.minutes, node: ofNode[place]! });
  }
  return found;
}

function offsetsOfNode(zone: string, moments: readonly number[]): number[] | null {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  } catch {
    return null;
  }
  return moments.map((at) => {
    const name = format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
    const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(name) ?? [];
    return sign ? (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : 0;
  });
}

const offset = (minutes: number) =>
  `UTC${minutes < 0 ? "−" : "+"}${String(Math.floor(Math.abs(minutes) / 60)).padStart(2, "0")}:${String(Math.abs(minutes) % 60).padStart(2, "0")}`;

export function differenceInWords({ zone, from, postgres, node }: ZoneDifference): string {
  if (from === null || postgres === null || node === null)
    return `${postgres === null ? "PostgreSQL" : "Node.js"} does not know the zone ${zone}: update its time zone data`;
  return `${zone} from ${from.toISOString().slice(0, 10)}: PostgreSQL says ${offset(postgres)}, Node.js ${offset(node)}; update the older time zone data`;
}

/** Of the office, of people's hours and of coming meetings. */
export async function zonesInUse(sql: Sql): Promise<string[]> {
  const rows = await sql<{ zone: string }[]>`
    select time_zone as zone from public.office union select zone from public.availability
    union select zone from public.meetings where starts_at > now() union select guest_zone from public.meetings where starts_at > now() and guest_zone is not null`;
  return rows.map(({ zone }) => zone).toSorted();
}
