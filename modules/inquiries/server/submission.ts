// What a form may send, and how it is read: cut to shape first, so that everything behind it is plain text of known length.
import { createHash } from "node:crypto";
import { domainToASCII } from "node:url";
import { z } from "zod";
import { site } from "#content/site.ts";
import { inquiryForms, type InquiryForm, maxMessageLength } from "#domain/inquiry-forms.ts";

export const formNames = inquiryForms;
export type FormName = InquiryForm;

/** The largest body: the longest message in the widest letters, and room for the rest. */
export const maxBodyBytes = 64_000;
const maxFieldsBytes = 8_000;

export interface Submission {
  submission: string;
  token: string;
  form: FormName;
  subject: string;
  name: string;
  email: string;
  company: string;
  message: string;
  fields: Record<string, string>;
  /** Undefined when the field is not there at all: anyone who sent this did not fill in our form. */
  trap: string | undefined;
  subscribe: boolean;
  /** The solved challenge, as the browser sends it. */
  proof: string;
  pagePath: string | null;
}

export interface Complaint {
  message: string;
  fields: Record<string, string>;
}

/** One line of text: control characters could end a header, and PostgreSQL keeps no null. */
const line = (text: string) =>
  text
    .toWellFormed()
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim();
const lines = (text: string) =>
  text
    .toWellFormed()
    .normalize("NFC")
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/(?!\n|\t)\p{Cc}/gu, "")
    .trim();

const oneLine = (max: number, label: string) =>
  z
    .string({ error: `${label} must be text` })
    .default("")
    .transform(line)
    .pipe(z.string().max(max, `${label} is longer than ${max} characters`));

/** The same address in every spelling of its host; what is before the @ is kept as typed. */
function addressOf(text: string): string {
  const address = line(text);
  const at = address.lastIndexOf("@");
  return at < 0 ? address : address.slice(0, at + 1) + (domainToASCII(address.slice(at + 1)) || address.slice(at + 1));
}

const looksLikeAddress = /^[^@\s"<>(),;:\\]+@[^@\s.]+(?:\.[^@\s.]+)+$/;

const shape = z.object({
  submission: z.union([z.literal(""), z.uuid("The submission must be a UUID")]).default(""),
  token: z.string().max(200).default(""),
  form: z.enum(formNames, { error: `The form is one of ${formNames.join(", ")}` }).default("contact"),
  subject: oneLine(200, "The subject"),
  name: oneLine(200, "Your name"),
  email: z
    .string({ error: "Please enter your email address" })
    .transform(addressOf)
    .pipe(
      z
        .string()
        .min(1, "Please enter your email address")
        .max(254, "This email address is too long")
        .regex(looksLikeAddress, "This does not look like an email address"),
    ),
  company: oneLine(200, "The company"),
  message: z
    .string({ error: "The message must be text" })
    .default("")
    .transform(lines)
    .pipe(
      z.string().max(maxMessageLength, {
        error: ({ input }) =>
          `The message has ${String(input).length.toLocaleString("en-US")} characters; we take up to ${maxMessageLength.toLocaleString("en-US")}. Shorten it, or write to ${site.email}`,
      }),
    ),
  fields: z
    .record(z.string().max(60).transform(line), z.string().max(2000).transform(lines))
    .default({})
    .refine((fields) => Buffer.byteLength(JSON.stringify(fields)) <= maxFieldsBytes, "The fields are too long"),
  trap: z.string().max(2000).optional(),
  subscribe: z.union([z.boolean(), z.enum(["yes", "on", "true", "no", ""])]).default(false),
  proof: z.string().max(4000).default(""),
  page: z.string().max(300).default(""),
});

const required: Record<FormName, readonly ("name" | "message")[]> = {
  contact: ["name", "message"],
  training: ["name"],
  manifesto: [],
  newsletter: [],
};
const missing = { name: "Please enter your name", message: "Please write a message" };

export function readSubmission(sent: unknown): { read: Submission } | { complaint: Complaint } {
  const parsed = shape.safeParse(sent);
  const fields: Record<string, string> = {};
  if (!parsed.success) {
    for (const issue of parsed.error.issues) fields[String(issue.path[0] ?? "form")] ??= issue.message;
    return { complaint: { message: "Please look at the marked fields.", fields } };
  }
  const { subscribe, page, ...read } = parsed.data;
  for (const field of required[read.form]) if (read[field] === "") fields[field] = missing[field];
  if (Object.keys(fields).length > 0) return { complaint: { message: "Please look at the marked fields.", fields } };
  return {
    read: {
      ...read,
      subscribe: subscribe === true || subscribe === "yes" || subscribe === "on" || subscribe === "true",
      trap: read.trap,
      pagePath: /^\/[^\s?#]*$/.test(page) ? page : null,
    },
  };
}

/**
 * An id for a form that brought none, as without JavaScript: made of what was sent and of the tenth of an hour, so that a
 * double click is one inquiry.
 */
export function idOf(read: Submission, now: Date): string {
  const window = Math.floor(now.getTime() / 360_000);
  const words = [read.form, read.email.toLowerCase(), read.subject, read.name, read.message, window];
  const hash = createHash("sha256").update(JSON.stringify(words)).digest("hex");
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** Fields of a plain form. Whatever is not one of ours goes into `fields`; training asks for two names. */
export function fromPlainForm(form: Record<string, unknown>): Record<string, unknown> {
  const text = (name: string) => (typeof form[name] === "string" ? (form[name] as string) : undefined);
  const known = Object.keys(shape.shape).filter((name) => name !== "fields");
  const given = Object.fromEntries(known.flatMap((name) => (text(name) === undefined ? [] : [[name, text(name)]])));
  const others = Object.entries(form).filter(
    ([name, value]) =>
      !known.includes(name) && typeof value === "string" && name !== "firstName" && name !== "lastName",
  );
  const name = [text("firstName"), text("lastName")].filter(Boolean).join(" ");
  return { ...(name && { name }), ...given, fields: Object.fromEntries(others) };
}
