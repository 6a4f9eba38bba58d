// Every query and mutation of the screens of templates. Reading, checking and filling is the server's.
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { callApi } from "#app/lib/api.ts";
import { messageOf, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { call, rowsOf } from "#app/lib/typed-answers.ts";
import { toast } from "#app/ui/toast.ts";
import type { Words } from "./template-words.ts";

export interface Template {
  id: string;
  key: string;
  name: string;
  purpose: Words["purpose"];
  state: "draft" | "ready" | "archived";
  version: number | null;
  version_id: string | null;
  subject: string | null;
  body_text: string | null;
  body_html: string | null;
  tags: string[] | null;
  needs: string[] | null;
  saved_at: string | null;
  saved_by: string | null;
  uses: number;
  last_used_at: string | null;
}

export const templatesQuery = (archived: boolean) =>
  queryOptions({
    queryKey: ["templates", "list", archived],
    queryFn: async () => rowsOf<Template>(await call("template_list", { archived })),
  });

export interface Version {
  id: string;
  version: number;
  subject: string;
  body_text: string;
  body_html: string | null;
  created_at: string;
  author: { name: string } | null;
}

export const versionsQuery = (template: string) =>
  queryOptions({
    queryKey: ["templates", "versions", template],
    queryFn: async () => {
      const found = supabase()
        .from("mail_template_versions")
        .select("id, version, subject, body_text, body_html, created_at, author:staff!created_by(name)")
        .eq("template_id", template)
        .order("version", { ascending: false });
      return unwrap(await found);
    },
  });

const placeSchema = z.enum(["subject", "body_text", "body_html"]);
export type Place = z.output<typeof placeSchema>;
const problemSchema = z.object({
  place: placeSchema,
  line: z.number(),
  column: z.number(),
  message: z.string(),
  tag: z.optional(z.string()),
  nearest: z.optional(z.string()),
});
export type Problem = z.output<typeof problemSchema>;
const checkSchema = z.object({
  problems: z.array(problemSchema),
  warnings: z.array(problemSchema),
  tags: z.array(z.string()),
  needs: z.array(z.string()),
});
export type Check = z.output<typeof checkSchema>;

const wordsFor = ({ subject, body_text, body_html, purpose }: Words) => ({
  subject,
  body_text,
  ...(body_html !== null && { body_html }),
  purpose,
});

export const checkQuery = (words: Words) =>
  queryOptions({
    queryKey: ["templates", "check", wordsFor(words)],
    queryFn: () => callApi("/templates/check", checkSchema, { method: "POST", body: wordsFor(words) }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });

const partSchema = z.object({
  text: z.string(),
  tag: z.optional(z.string()),
  from: z.optional(z.enum(["record", "fallback", "reserved", "open"])),
});
export type Part = z.output<typeof partSchema>;
const filledSchema = z.object({
  contact_name: z.string(),
  to_address: z.nullable(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  subject_parts: z.array(partSchema),
  text_parts: z.array(partSchema),
  missing: z.array(z.object({ path: z.string(), label: z.string() })),
});
export type Filled = z.output<typeof filledSchema>;
const previewsSchema = z.object({ real: z.nullable(filledSchema), empty: filledSchema, awkward: filledSchema });
export type Previews = z.output<typeof previewsSchema>;

export const previewQuery = (words: Words, contact: string | null) =>
  queryOptions({
    queryKey: ["templates", "preview", wordsFor(words), contact],
    queryFn: () =>
      callApi("/templates/preview", previewsSchema, {
        method: "POST",
        body: { ...wordsFor(words), ...(contact && { contact_id: contact }) },
      }),
    placeholderData: keepPreviousData,
  });

/** A real person to show a text on, until one is chosen: the newest contact with an address. */
export const someContactQuery = queryOptions({
  queryKey: ["records", "contacts", "some"],
  queryFn: async () => {
    const found = supabase()
      .from("contacts")
      .select("id")
      .not("email", "is", null)
      .order("created_at", { ascending: false })
      .limit(1);
    return unwrap(await found)[0]?.id ?? null;
  },
  staleTime: 60_000,
});

const savedSchema = z.object({ id: z.string(), version: z.number(), warnings: z.array(problemSchema) });
const testSchema = z.object({ to_address: z.string(), state: z.string() });

export function useTemplateActions() {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ["templates"] });
  const save = useMutation({
    mutationFn: ({ words, id, seen }: { words: Words; id: string | null; seen: number | null }) =>
      callApi("/templates/save", savedSchema, {
        method: "POST",
        body: { ...wordsFor(words), name: words.name, ...(id && { id }), ...(seen !== null && { seen }) },
      }),
    onSuccess: ({ version, warnings }) =>
      toast({
        title: `Saved as version ${version}`,
        ...(warnings.length > 0 && { text: warnings.map(({ message }) => message).join(" ") }),
      }),
    onError: (error) => toast({ title: "Failed to save the template", text: messageOf(error), tone: "danger" }),
    onSettled: refresh,
  });
  const archive = useMutation({
    mutationFn: async ({ template, archived }: { template: string; archived: boolean }) => {
      const answer = await supabase().rpc("archive_template", { template, archived });
      unwrap({ ...answer, data: true });
    },
    onSuccess: (_answer, { template, archived }) =>
      toast({
        title: archived ? "Archived. What points at it keeps its words" : "Back in the list",
        ...(archived && {
          action: { label: "Undo", run: () => archive.mutate({ template, archived: false }) },
        }),
      }),
    onError: (error) => toast({ title: "Failed to archive it", text: messageOf(error), tone: "danger" }),
    onSettled: refresh,
  });
  const test = useMutation({
    mutationFn: ({ words, contact }: { words: Words; contact: string | null }) =>
      callApi("/templates/test", testSchema, {
        method: "POST",
        body: { ...wordsFor(words), ...(contact && { contact_id: contact }) },
      }),
    onSuccess: ({ to_address, state }) =>
      toast({
        title: state === "held" ? "Test written: SAFE holds it in the outbox" : `A test is on its way to ${to_address}`,
      }),
    onError: (error) => toast({ title: "No test was sent", text: messageOf(error), tone: "danger" }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["records", "outbox"] }),
  });
  return { save, archive, test };
}
