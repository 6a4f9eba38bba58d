import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { Refused } from "../panel.tsx";

/** In place of what could not be read. */
export function FailedPanel({
  what,
  query,
}: {
  what: string;
  query: { error: unknown; refetch: () => Promise<unknown> };
}) {
  return (
    <div className="grid justify-items-start gap-3">
      <Refused>
        Failed to load {what}. {messageOf(query.error)}
      </Refused>
      <Button variant="line" size="compact" onClick={() => void query.refetch()}>
        Try again
      </Button>
    </div>
  );
}
