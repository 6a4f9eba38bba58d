// A picture of the client's page beside the editor: the page itself, without scripts, made small. Nothing is counted.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { Segmented } from "#app/ui/compact/segmented.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { toast } from "#app/ui/toast.ts";
import { PanelHead } from "../editor/editor-letter.tsx";
import { openPreview } from "../proposal-rows.tsx";
import { pageQuery, type ProposalRecord } from "../proposals-data.ts";

const widths = { wide: 1080, phone: 390 };
const height = 704;

export function ClientPreview({ record }: { record: ProposalRecord }) {
  const [width, setWidth] = useState<keyof typeof widths>("wide");
  const page = useQuery(pageQuery(record.id, record.updated_at));
  const [room, setRoom] = useState(460);
  const scale = Math.min(1, room / widths[width]);
  return (
    <section aria-label="Page for the client" className={`${panelClass} sticky top-18 max-xl:static`}>
      <PanelHead title="Page for the client">
        <span className="flex gap-2">
          <span className="max-sm:hidden">
            <Segmented
              label="Width of the picture"
              choices={[
                { id: "wide", name: "Wide" },
                { id: "phone", name: "Phone" },
              ]}
              chosen={width}
              onChoose={setWidth}
            />
          </span>
          <Button
            variant="line"
            size="compact"
            icon="external"
            onClick={() =>
              void openPreview(record.id).catch((error: unknown) =>
                toast({ title: "No preview", text: messageOf(error), tone: "danger" }),
              )
            }
          >
            Open as client
          </Button>
        </span>
      </PanelHead>
      <div
        ref={(element) => {
          if (!element) return undefined;
          const watch = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect.width));
          watch.observe(element);
          return () => watch.disconnect();
        }}
        className="m-4 overflow-hidden rounded-br-turn-dialog border border-line bg-ground max-sm:hidden"
        style={{ height }}
      >
        {page.isError && <p className="p-4 text-muted">The picture failed to load. {messageOf(page.error)}</p>}
        {page.data && (
          <iframe
            title="Picture of the client's page"
            // No scripts, and nothing can be sent from it.
            sandbox="allow-same-origin"
            tabIndex={-1}
            srcDoc={page.data.html}
            style={{
              width: widths[width],
              height: height / scale,
              scale: String(scale),
              transformOrigin: "0 0",
              border: 0,
            }}
          />
        )}
      </div>
    </section>
  );
}
