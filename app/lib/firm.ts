// The firm and what is still to be set up, as Settings and the first-run page read and write them.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { Database } from "./database.types.ts";
import { RequestError, unwrap } from "./request-error.ts";
import { supabase } from "./supabase.ts";
import { call, callJson } from "./typed-answers.ts";

export type FirmRow = Omit<Database["public"]["Tables"]["firm"]["Row"], "id" | "changed_by">;
/** What a form of Settings changes. Empty is null: nothing was said. */
export type FirmChange = Partial<Omit<FirmRow, "changed_at" | "bank_changed_at">>;

const columns =
  "legal_name, street, postal_code, city, region, country, tax_number, vat_id, register_entry, phone, logo, email, sender, signature, bank_holder, bank_name, bank_account, bank_bic, bank_changed_at, changed_at";

export const firmQuery = queryOptions({
  queryKey: ["firm"],
  queryFn: async (): Promise<FirmRow> => {
    const [firm] = unwrap(await supabase().from("firm").select(columns));
    if (!firm) throw new RequestError("Only administrators see the firm's settings.", 403);
    return firm;
  },
  staleTime: 60_000,
});

export const stepNames = ["you", "firm", "office", "modules", "mail", "publishing", "team"] as const;
export type StepName = (typeof stepNames)[number];
export type StepState = "done" | "skipped" | "open";

export const firstStepsQuery = queryOptions({
  queryKey: ["first-steps"],
  queryFn: async (): Promise<{ steps: Record<StepName, StepState>; hidden: boolean }> => {
    const [rows, hidden] = await Promise.all([
      call("first_steps", {}),
      supabase().from("skipped_steps").select("step").eq("step", "all"),
    ]);
    const of = (name: StepName): StepState => {
      const row = rows.find(({ step }) => step === name);
      return row?.done ? "done" : row?.skipped ? "skipped" : "open";
    };
    const steps = Object.fromEntries(stepNames.map((name) => [name, of(name)])) as Record<StepName, StepState>;
    return { steps, hidden: unwrap(hidden).length > 0 };
  },
  staleTime: 10_000,
});

/** Puts a step aside, or takes it up again; "all" is the list on the dashboard. */
export function useSkipStep() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ step, skip }: { step: StepName | "all"; skip: boolean }) => {
      const steps = supabase().from("skipped_steps");
      unwrap({
        ...(skip ? await steps.upsert({ step }, { ignoreDuplicates: true }) : await steps.delete().eq("step", step)),
        data: true,
      });
    },
    onSettled: () => client.invalidateQueries({ queryKey: firstStepsQuery.queryKey }),
  });
}

/** `onSaved` is called before the forms are drawn again with what is kept. */
export function useSaveFirm(onSaved: (change: FirmChange) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: FirmChange) => {
      const rows: unknown[] = unwrap(await supabase().from("firm").update(change).eq("id", true).select("id"));
      if (rows.length === 0) throw new RequestError("Only administrators change the firm.", 403);
    },
    onSuccess: (_, change) => {
      onSaved(change);
      return Promise.all([
        client.invalidateQueries({ queryKey: firmQuery.queryKey }),
        client.invalidateQueries({ queryKey: firstStepsQuery.queryKey }),
      ]);
    },
  });
}

const sampleSchema = z.tuple([
  z.object({
    state: z.enum(["none", "filling", "filled", "removing", "failed"]),
    steps: z.number(),
    done: z.number(),
    rows: z.number(),
    error: z.nullable(z.string()),
    /** What was kept when it was removed. */
    kept: z.array(z.object({ place: z.string(), name: z.string() })),
  }),
]);
export type Sample = z.output<typeof sampleSchema>[0];

export const sampleQuery = queryOptions({
  queryKey: ["sample-firm"],
  queryFn: async (): Promise<Sample> => (await callJson("sample_firm", {}, sampleSchema))[0],
  // While it is made or removed the bar moves.
  refetchInterval: ({ state }) => (state.data?.state === "filling" || state.data?.state === "removing" ? 700 : false),
  staleTime: 30_000,
});

export const settingStateSchema = z.object({
  name: z.string(),
  present: z.boolean(),
  /** The environment wins; otherwise what was pasted here. */
  from: z.nullable(z.enum(["environment", "settings"])),
  /** The last four characters of what was pasted, and when. */
  ending: z.nullable(z.string()),
  changedAt: z.nullable(z.string()),
  cannotBeOpened: z.boolean(),
});
export type SettingState = z.output<typeof settingStateSchema>;

export const mailSettingsSchema = z.object({
  provider: z.nullable(z.enum(["smtp", "postmark"])),
  from: z.nullable(z.enum(["environment", "settings"])),
  sender: z.string(),
  server: z.nullable(z.string()),
  cannotBeOpened: z.array(z.string()),
  /** Where answers come in, and how mail is signed. */
  answers: z.array(settingStateSchema),
});
export type MailSettings = z.output<typeof mailSettingsSchema>;
