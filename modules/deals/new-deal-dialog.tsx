// A new deal, wherever it is begun: C on every page, the board, a company's or a person's page, the dashboard.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { officeQuery } from "#app/lib/office.ts";
import { messageOf, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { useRecordsContext } from "#app/records/records-context.ts";
import { RecordDialog } from "#app/records/dialog/record-dialog.tsx";
import { isId } from "#app/records/entity.ts";
import { toast } from "#app/ui/toast.ts";
import { deal } from "./deal.ts";
import { stagesQuery } from "./deals-data.ts";

/** The person whose page it was begun on is the first one on the deal. */
async function addPerson(dealId: string, contact: string) {
  unwrap({
    ...(await supabase().from("deal_contacts").insert({ deal_id: dealId, contact_id: contact, is_primary: true })),
    data: true,
  });
}

export function NewDealDialog({ params, onClose }: { params: URLSearchParams; onClose: () => void }) {
  const { userId } = useRecordsContext();
  const client = useQueryClient();
  const office = useQuery(officeQuery);
  const stages = useQuery(stagesQuery);
  const asked = (name: string) => {
    const id = params.get(name) ?? "";
    return isId(id) ? id : "";
  };
  // The form starts from them: both are there at once, or the form waits a moment.
  if (office.isPending || stages.isPending) return null;
  const first = stages.data?.find(({ kind }) => kind === "open")?.id ?? "";
  const open = stages.data?.some(({ id, kind }) => id === asked("stage") && kind === "open");
  const contact = asked("contact");
  return (
    <RecordDialog
      entity={deal}
      record={null}
      preset={{
        account_id: asked("account"),
        owner_id: asked("owner") || userId,
        stage_id: open ? asked("stage") : first,
        currency: office.data?.currency ?? "USD",
      }}
      onClose={onClose}
      onSaved={(saved) => {
        if (!contact) return;
        void addPerson(saved.id, contact)
          .catch((error: unknown) =>
            toast({ title: "The person was not added to the deal", text: messageOf(error), tone: "danger" }),
          )
          .then(() => client.invalidateQueries({ queryKey: ["records"] }));
      }}
    />
  );
}
