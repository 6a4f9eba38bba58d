// What an article says about itself before its text, checked when pages are made: a mistake stops the build with a
// sentence that names the file and the key.
import { z } from "zod";
import { subjects } from "../subjects.ts";

const label = z.string().min(1);

const schema = z.strictObject({
  title: z.string().min(1),
  excerpt: z.string().min(1),
  /** 2024-12-01 */
  date: z.iso.date(),
  tags: z.array(z.string().min(1)).min(1),
  /** Minutes. */
  readTime: z.int().positive(),
  /** At most one article is; it stands large at the top of the list. */
  featured: z.boolean().default(false),
  /** The drawing above the text (app/site/art) and the line under it. */
  figure: z.strictObject({
    drawing: z.enum(["aerofoil", "cylinder", "stagnation", "network", "lift"]),
    note: z.string().min(1),
  }),
  /** The closing link: to the contact form with a subject, or to a page. */
  contact: z.union([
    z.strictObject({ label, subject: z.enum(subjects) }),
    z.strictObject({ label, page: z.string().startsWith("/") }),
  ]),
});

export type ArticleFrontMatter = z.infer<typeof schema>;

const hints: Record<string, string> = {
  date: 'a day like "2024-12-01"',
  tags: "a list like [Agents, Strategy]",
  readTime: "whole minutes, like 8",
  featured: "true or false",
  figure: "drawing (aerofoil, cylinder, stagnation, network or lift) and note",
  contact: "label, and either subject (one of content/subjects.ts) or page (like /education)",
};

export function parseFrontMatter(file: string, given: unknown): ArticleFrontMatter {
  const result = schema.safeParse(given ?? {});
  if (result.success) return result.data;
  const wrong = result.error.issues.flatMap((issue) => {
    if (issue.code === "unrecognized_keys" && issue.path.length === 0)
      return issue.keys.map((key) => `"${key}" is not a key of an article`);
    const [key = ""] = issue.path.map(String);
    const missing = (given as Record<string, unknown> | undefined)?.[key] === undefined;
    return `"${issue.path.join(".")}" ${missing ? "is missing" : "is not as it should be"}: ${hints[key] ?? "a text"}`;
  });
  throw new Error(`The front matter of ${file}: ${[...new Set(wrong)].join("; ")}`);
}
