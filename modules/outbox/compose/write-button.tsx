// In the head of a person's, company's or deal's page.
import type { PanelProps } from "#domain/module.ts";
import { useRecordsContext } from "#app/records/records-context.ts";
import { Button } from "#app/ui/button.tsx";
import type { RecipientKind } from "./compose-data.ts";

const writeTo = (table: RecipientKind) =>
  function WriteButton({ record: { id } }: PanelProps) {
    const { composeMail } = useRecordsContext();
    return (
      <Button variant="line" size="compact" icon="mail" title="E" onClick={() => composeMail?.({ table, id })}>
        Write
      </Button>
    );
  };

export const writeButton = { contacts: writeTo("contacts"), accounts: writeTo("accounts"), deals: writeTo("deals") };
