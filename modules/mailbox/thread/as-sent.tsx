// The mail as it was sent: the server has cleaned the page, and the frame runs nothing, has no origin and loads nothing from outside.
import { useQuery } from "@tanstack/react-query";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { asSentQuery } from "../mailbox-data.ts";

/** A second lock in the page itself, should the frame's ever be lifted. */
const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`;

export function AsSent({ mail }: { mail: string }) {
  const page = useQuery(asSentQuery(mail));
  if (page.isError)
    return (
      <p role="alert" className="flex flex-wrap items-center gap-3 text-danger">
        Failed to load the mail as it was sent. {messageOf(page.error)}
        <Button variant="line" size="compact" onClick={() => void page.refetch()}>
          Try again
        </Button>
      </p>
    );
  if (page.isPending) return <p className="text-muted">Loading...</p>;
  return (
    <iframe
      title="The mail as it was sent"
      sandbox=""
      referrerPolicy="no-referrer"
      srcDoc={policy + page.data}
      // Mail is written for white paper, whatever the theme of this page.
      className="block h-112 w-full rounded-1 border border-line bg-white [color-scheme:light]"
    />
  );
}
