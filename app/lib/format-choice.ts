// The person's own choice of formats, kept with their account.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { asSpecified, type FormatChoice } from "#domain/formats.ts";
import { unwrap } from "./request-error.ts";
import { supabase } from "./supabase.ts";

export const formatChoiceQuery = queryOptions({
  queryKey: ["format-choice"],
  queryFn: async (): Promise<FormatChoice> => {
    const [row] = unwrap(await supabase().from("format_choices").select("locale, week_starts_on, hours_24"));
    return row ? { locale: row.locale, weekStartsOn: row.week_starts_on, hours24: row.hours_24 } : asSpecified;
  },
  staleTime: 60_000,
});

export function useSaveFormatChoice(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ locale, weekStartsOn, hours24 }: FormatChoice) =>
      unwrap(
        await supabase()
          .from("format_choices")
          .upsert({ user_id: userId, locale, week_starts_on: weekStartsOn, hours_24: hours24 })
          .select("locale"),
      ),
    onSuccess: (_saved, choice) => client.setQueryData(formatChoiceQuery.queryKey, choice),
  });
}
