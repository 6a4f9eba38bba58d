// The booking form as it is sent: read, and what is wrong with it, field by field.
import { isZone, knownLocale } from "#domain/meeting-times.ts";
import type { BookingPage } from "./booking-pages-data.ts";

export interface Typed {
  /** Which submission it is: the same one again is the same meeting. */
  form: string;
  token: string;
  trap: string;
  proof: string;
  time: string;
  zone: string;
  locale: string;
  name: string;
  email: string;
  phone: string;
  company: string;
  answers: Record<string, string>;
  /** The first day that the list shows, for browsers without JavaScript. */
  from: string;
}

const clean = (value: unknown, most: number, lines = false): string =>
  (typeof value === "string" ? value : "")
    .slice(0, most * 2)
    .toWellFormed()
    .replaceAll(lines ? /(?!\n|\t)\p{Cc}/gu : /\p{Cc}+/gu, lines ? "" : " ")
    .trim()
    .slice(0, most);

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const mailAddress = /^[^@\s<>"',;]{1,64}@[^@\s.<>"',;]+(?:\.[^@\s.<>"',;]+)+$/;
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z$/;

export function readTyped(fields: Record<string, unknown>, page: BookingPage): Typed {
  const zone = clean(fields["zone"], 60);
  const time = clean(fields["time"], 30);
  const form = clean(fields["form"], 40);
  return {
    form: uuid.test(form) ? form : "",
    token: clean(fields["token"], 100),
    trap: clean(fields["website"], 200),
    proof: clean(fields["proof"], 4000),
    time: instant.test(time) && !Number.isNaN(Date.parse(time)) ? new Date(time).toISOString() : "",
    zone: isZone(zone) ? zone : "",
    locale: knownLocale(clean(fields["locale"], 35)),
    name: clean(fields["name"], 200),
    email: clean(fields["email"], 254),
    phone: clean(fields["phone"], 50),
    company: clean(fields["company"], 200),
    answers: Object.fromEntries(
      page.questions.map(({ key, kind }) => [
        key,
        clean(fields[`q_${key}`], kind === "text" ? 4000 : 300, kind === "text"),
      ]),
    ),
    from: clean(fields["from"], 10),
  };
}

/** What is wrong, by the name of its field. */
export function problemsOf(typed: Typed, page: BookingPage): Record<string, string> {
  const problems: Record<string, string> = {};
  if (typed.time === "") problems["time"] = "Choose a time.";
  if (typed.name === "") problems["name"] = "Tell us your name.";
  if (!mailAddress.test(typed.email)) problems["email"] = "Enter your email address, such as name@company.com.";
  if (page.place === "phone" && !/\d.*\d.*\d.*\d.*\d/.test(typed.phone))
    problems["phone"] = "Enter the number that we should call.";
  for (const { key, required, kind, choices } of page.questions) {
    const answer = typed.answers[key] ?? "";
    if (required && answer === "") problems[`q_${key}`] = "Please answer this.";
    else if (answer !== "" && kind === "choice" && !choices.includes(answer))
      problems[`q_${key}`] = "Choose one of the answers.";
  }
  return problems;
}
