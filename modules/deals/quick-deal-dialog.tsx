// C, on every page: a deal for the company or person that is open, or for none.
import { useQuery } from "@tanstack/react-query";
import { unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { NewDealDialog } from "./new-deal-dialog.tsx";

export default function QuickDealDialog({
  onClose,
  at,
}: {
  onClose: () => void;
  at: { table: string; id: string } | null;
}) {
  const contact = at?.table === "contacts" ? at.id : null;
  const company = useQuery({
    queryKey: ["records", "contacts", "company of", contact],
    enabled: contact !== null,
    queryFn: async (): Promise<string> => {
      const rows = unwrap(
        await supabase()
          .from("contacts")
          .select("account_id")
          .eq("id", contact ?? ""),
      );
      return rows[0]?.account_id ?? "";
    },
  });
  if (contact && company.isPending) return null;
  const account = at?.table === "accounts" ? at.id : (company.data ?? "");
  return <NewDealDialog params={new URLSearchParams({ account, contact: contact ?? "" })} onClose={onClose} />;
}
