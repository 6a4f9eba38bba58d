// The invoice as it is printed, beside what one does with it: the same blocks that the PDF is laid out from. The PDF is a press away.
import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { callApi, fetchApi } from "#app/lib/api.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button } from "#app/ui/button.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { toast } from "#app/ui/toast.ts";

const pair = z.tuple([z.string(), z.string()]);
const blockSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("logo"), src: z.string() }),
  z.object({ kind: z.enum(["title", "text", "note", "heading"]), text: z.string() }),
  z.object({ kind: z.literal("facts"), facts: z.array(pair) }),
  z.object({
    kind: z.literal("lines"),
    head: z.array(z.string()),
    rows: z.array(z.object({ title: z.string(), text: z.optional(z.string()), cells: z.array(z.string()) })),
  }),
  z.object({
    kind: z.literal("totals"),
    rows: z.array(z.object({ term: z.string(), value: z.string(), grand: z.optional(z.boolean()) })),
  }),
  z.object({ kind: z.literal("code"), rows: z.array(z.string()), title: z.string(), facts: z.array(pair) }),
]);
type Block = z.output<typeof blockSchema>;
const paperSchema = z.object({ language: z.optional(z.string()), blocks: z.array(blockSchema) });

export function Paper({
  id,
  version,
  label,
  note,
}: {
  id: string;
  version: string;
  label: string;
  note?: string | undefined;
}) {
  const paper = useQuery({
    queryKey: ["invoices", "paper", id, version],
    queryFn: () => callApi(`/invoices/${id}/paper`, paperSchema),
  });
  return (
    <section aria-label={label} className={panelClass}>
      <header className="flex min-h-11 items-center justify-between gap-3 border-b border-line py-1.5 pr-2 pl-4">
        <h2 className="text-small font-[640]">As it is printed</h2>
        <Button variant="line" size="compact" onClick={() => void openPdf(id)}>
          Open the PDF
        </Button>
      </header>
      {note && <p className="border-b border-line px-4 py-2 text-caption text-muted">{note}</p>}
      {paper.isPending && <LoadingRows rows={6} />}
      {paper.isError && (
        <div role="alert" className="grid justify-items-start gap-2 px-4 py-3 text-danger">
          <p>It could not be shown. {messageOf(paper.error)}</p>
          <Button variant="line" size="compact" onClick={() => void paper.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {paper.data && (
        <div
          lang={paper.data.language ?? "en"}
          data-field="paper"
          className="grid gap-4 bg-surface p-5 text-caption text-ink max-sm:p-4"
        >
          {paper.data.blocks.map((block, place) => (
            <Shown key={`${block.kind} ${place}`} block={block} />
          ))}
        </div>
      )}
    </section>
  );
}

async function openPdf(id: string): Promise<void> {
  // Opened at the press, so that no browser takes it for a window that nobody asked for.
  const opened = window.open("", "_blank");
  try {
    const address = URL.createObjectURL(await (await fetchApi(`/invoices/${id}/preview.pdf`)).blob());
    if (opened) opened.location.href = address;
  } catch (error) {
    opened?.close();
    toast({ title: "The PDF could not be made", text: messageOf(error as Error), tone: "danger" });
  }
}

const Facts = ({ facts }: { facts: readonly (readonly [string, string])[] }) => (
  <dl className="grid grid-cols-[7rem_1fr] gap-x-3 gap-y-1">
    {facts.map(([term, fact], place) => (
      <div key={`${term} ${place}`} className="col-span-2 grid grid-cols-subgrid">
        <dt className="text-muted">{term}</dt>
        <dd dir="auto" className="whitespace-pre-line wrap-anywhere">
          {fact}
        </dd>
      </div>
    ))}
  </dl>
);

function Shown({ block }: { block: Block }) {
  switch (block.kind) {
    case "logo":
      return <img src={block.src} alt="" className="max-h-9 max-w-45 justify-self-start" />;
    case "title":
      return (
        <p dir="auto" className="serif text-xl leading-[1.15]">
          {block.text}
        </p>
      );
    case "heading":
      return <p className="serif text-base">{block.text}</p>;
    case "text":
      return (
        <p dir="auto" className="whitespace-pre-line">
          {block.text}
        </p>
      );
    case "note":
      return <p className="text-xs whitespace-pre-line text-muted">{block.text}</p>;
    case "facts":
      return <Facts facts={block.facts} />;
    case "lines":
      return (
        <div className="overflow-x-auto">
          <table className="w-full border-collapse text-xs">
            <thead>
              <tr className="text-left text-muted">
                {block.head.map((term, place) => (
                  <th key={term} scope="col" className={`pb-1 font-normal ${place === 0 ? "" : "pl-3 text-right"}`}>
                    {term}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, place) => (
                <tr key={`${row.title} ${place}`} className="border-t border-line align-top">
                  <td dir="auto" className="py-1.5 wrap-anywhere">
                    <b className="font-semibold">{row.title}</b>
                    {row.text && <span className="block whitespace-pre-line text-muted">{row.text}</span>}
                  </td>
                  {row.cells.map((cell, column) => (
                    <td key={`${column} ${cell}`} className="py-1.5 pl-3 text-right whitespace-nowrap">
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    case "totals":
      return (
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-t border-ink pt-2">
          {block.rows.map((row) => (
            <div
              key={row.term}
              className={`col-span-2 grid grid-cols-subgrid items-baseline ${row.grand ? "font-semibold" : ""}`}
            >
              <dt className={row.grand ? "" : "text-muted"}>{row.term}</dt>
              <dd className={`text-right ${row.grand ? "serif text-lg" : ""}`}>{row.value}</dd>
            </div>
          ))}
        </dl>
      );
    case "code":
      return (
        <div className="flex flex-wrap gap-4 border-t border-line pt-3">
          <svg
            viewBox={`-4 -4 ${block.rows.length + 8} ${block.rows.length + 8}`}
            aria-hidden="true"
            className="size-28 bg-white"
          >
            <path
              d={block.rows
                .flatMap((row, y) =>
                  [...row.matchAll(/1+/g)].map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`),
                )
                .join("")}
              fill="#000000"
            />
          </svg>
          <div className="min-w-64 flex-1">
            <p className="mb-1 font-semibold">{block.title}</p>
            <Facts facts={block.facts} />
          </div>
        </div>
      );
  }
}
