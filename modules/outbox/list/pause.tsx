import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import type { OutboxActions } from "../outbox-actions-data.ts";
import { summaryQuery } from "../outbox-data.ts";

/** Stops everything at once. Going on is in the strip, where it says that it is paused. */
export function PauseButton({ actions }: { actions: OutboxActions }) {
  const summary = useQuery(summaryQuery).data;
  const [asking, setAsking] = useState(false);
  if (!summary || summary.paused_at) return null;
  return (
    <>
      <Button variant="line" size="compact" icon="pause" onClick={() => setAsking(true)}>
        Pause
      </Button>
      <FormDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Pause the outbox?"
        narrow
        busy={actions.busy}
        keep="Not now"
        confirm="Pause"
        autofocus="confirm"
        onConfirm={() => actions.pause(true, () => setAsking(false))}
      >
        <p>
          Nothing leaves from now on: waiting messages stay where they are. One that is being handed over this moment
          may still leave. Sign-in mail is not touched.
        </p>
      </FormDialog>
    </>
  );
}
