// Runs tests under another clock (docs/decisions/431-twelve-clocks.md). libfaketime moves the time of every process: Node,
// Chromium, PostgreSQL. It leaves the monotonic clock alone, so what waits or measures is not touched.
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Temporal } from "temporal-polyfill";
import { filesOf, isSecondTier, type Kind } from "./tiers.ts";

export interface Moment {
  name: string;
  /** The machine's time zone during the run. */
  zone: string;
  at: Date;
  /** In how many parts the tests run, each of which starts at the moment: what is a minute before a border stays before it longer. */
  parts: number;
}

type Days = (day: Temporal.PlainDate) => boolean;

const weekday =
  (wanted: number): Days =>
  ({ dayOfWeek }) =>
    dayOfWeek === wanted;
const date =
  (month: number, day: number): Days =>
  (each) =>
    each.month === month && each.day === day;
const hasHours =
  (hours: number, zone: string): Days =>
  (day) =>
    day.toZonedDateTime(zone).hoursInDay === hours;

/** A minute before the clocks change, on a day on which they do. */
const change = "change";
const moments: [name: string, days: Days, time: string, zone?: string][] = [
  ["Wednesday 00:01", weekday(3), "00:01"],
  ["Wednesday 23:59", weekday(3), "23:59"],
  ["Friday 16:59", weekday(5), "16:59"],
  ["Friday 17:01", weekday(5), "17:01"],
  ["Sunday 12:00", weekday(7), "12:00"],
  ["Monday 08:59", weekday(1), "08:59"],
  ["December 31 23:59", date(12, 31), "23:59"],
  ["January 1 00:01", date(1, 1), "00:01"],
  ["February 29 12:00", date(2, 29), "12:00"],
  ["Berlin, spring night", hasHours(23, "Europe/Berlin"), change, "Europe/Berlin"],
  ["Berlin, autumn night", hasHours(25, "Europe/Berlin"), change, "Europe/Berlin"],
  ["New York, spring night", hasHours(23, "America/New_York"), change, "America/New_York"],
];

/** The next of each: what is a fixed day in a test has passed on most of them. */
export function momentsAfter(now: Date): Moment[] {
  const today = Temporal.PlainDate.from(now.toISOString().slice(0, 10));
  return moments.map(([name, days, time, zone = "UTC"]) => {
    let day = today.add({ days: 1 });
    while (!days(day)) day = day.add({ days: 1 });
    const at =
      time === change
        ? day.toZonedDateTime(zone).getTimeZoneTransition("next")!.subtract({ minutes: 1 })
        : day.toZonedDateTime({ timeZone: zone, plainTime: time });
    return { name, zone, at: new Date(at.epochMilliseconds), parts: time.endsWith(":59") ? 4 : 1 };
  });
}

const installed = () => globSync("/usr/lib/*/faketime/libfaketimeMT.so.1")[0];

/** Debian's package, for x64 and arm64. Returns what the person has to do where it cannot be installed. */
export function installClock(): string | undefined {
  if (installed()) return undefined;
  const byHand =
    "Tests under another clock need libfaketime. Install it (Debian, Ubuntu: apt-get install libfaketime).";
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return byHand;
  try {
    execFileSync("apt-get", ["update"], { stdio: "pipe" });
    execFileSync("apt-get", ["install", "-y", "--no-install-recommends", "libfaketime"], { stdio: "pipe" });
  } catch (error) {
    return `${byHand}\napt-get said: ${(error as Error).message}`;
  }
  return installed() ? undefined : byHand;
}

/**
 * The library without its own `epoll_wait`, in a new file. While that one waits, a signal handler reads the real time: PostgreSQL's
 * timeouts (of statements, of locks) would never come. A name that no one asks for takes its place among the names it exports.
 */
export function clockLibrary(folder: string): string {
  const bytes = readFileSync(installed()!);
  const [name, other] = ["\0epoll_wait\0", "\0epoll_kept\0"];
  const { start, end } = exportedNames(bytes);
  const at = bytes.indexOf(name, start, "latin1");
  if (at < 0 || at >= end) throw new Error("libfaketime has no epoll_wait: PostgreSQL's timeouts need no help from us");
  bytes.write(other, at, "latin1");
  const file = path.join(folder, "clock.so");
  writeFileSync(file, bytes, { mode: 0o755 });
  // PostgreSQL reads it as an account of its own.
  chmodSync(folder, 0o755);
  return file;
}

/** Where a shared object (ELF, 64 bits) has the names that programs look up: its string table that is loaded with it. */
function exportedNames(bytes: Buffer): { start: number; end: number } {
  const [headers, size, count] = [
    Number(bytes.readBigUInt64LE(0x28)),
    bytes.readUInt16LE(0x3a),
    bytes.readUInt16LE(0x3c),
  ];
  const [stringTable, loaded] = [3, 2n];
  for (let at = headers; at < headers + size * count; at += size) {
    const isNames = bytes.readUInt32LE(at + 4) === stringTable && (bytes.readBigUInt64LE(at + 8) & loaded) !== 0n;
    const start = Number(bytes.readBigUInt64LE(at + 0x18));
    if (isNames) return { start, end: start + Number(bytes.readBigUInt64LE(at + 0x20)) };
  }
  throw new Error("libfaketime has no names");
}

/** Environment of a process for which it is `at` now. An offset, so that processes that start later agree with it. */
export function clockEnvironment(
  { at, zone }: Pick<Moment, "at" | "zone">,
  library: string,
  now = Date.now(),
): Record<string, string> {
  const seconds = Math.round((at.getTime() - now) / 1000);
  return {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? "-" : "+"}${Math.abs(seconds)}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    NODE_OPTIONS: `--import ${path.resolve("tools/check/moved-clock.mjs")}`,
    TZ: zone,
  };
}

// Which tests read the time -------------------------------------------------------------------------------------------------

/** The time, as TypeScript and SQL read it. `performance.now()` and a `now` that a test hands over are no readings. */
const reading =
  /\bnew Date\(\)|\bDate\.now\b|\bTemporal\.Now\b|(?<![.\w])(?:private\.)?now\(\)|\bcurrent_(?:date|time|timestamp)\b|\boffice_today\(|\bclock_timestamp\(|\bcurrent(?:Time|Millis)\b|\.clock\.(?:install|setFixedTime)|\btests\.now\b/;
export const readsTime = (text: string): boolean => reading.test(text);

const textOf = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : "");
const isHelper = (file: string) =>
  /(?:^|\/)testing\//.test(file) || (file.startsWith("e2e/") && !file.endsWith(".e2e.ts"));
const importsOf = (file: string, text: string) =>
  [...text.matchAll(/from "((?:#|\.)[^"]+)"/g)].map(([, source]) =>
    source!.startsWith("#") ? source!.slice(1) : path.posix.join(path.posix.dirname(file), source!),
  );

/** Itself, or by what it shares with other tests. */
function readsByItself(file: string, asked = new Set<string>()): boolean {
  if (asked.has(file)) return false;
  asked.add(file);
  const text = textOf(file);
  return (
    readsTime(text) ||
    importsOf(file, text)
      .filter(isHelper)
      .some((other) => readsByItself(other, asked))
  );
}

/** Modules whose files ask the clock: their screens say "today". */
const modulesThatAsk = () =>
  new Set(
    globSync("modules/*/**/*.{ts,tsx}")
      .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file) && textOf(file).includes("#domain/clock.ts"))
      .map((file) => file.split(path.sep)[1]!),
  );

/** Of the first tier. A browser test reads the time also where it opens the screens of a module that does. */
export function testsThatReadTime(kind: Kind): string[] {
  const files = filesOf(kind).filter((file) => !isSecondTier(file));
  if (kind === "unit") return files.filter((file) => readsByItself(file));
  const opened = [...modulesThatAsk()].map((module) => new RegExp(`\\b${module}\\b`));
  return files.filter((file) => readsByItself(file) || opened.some((module) => module.test(textOf(file))));
}
