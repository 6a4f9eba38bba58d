// The draft brief of an account: looked at here, exported as PDF and Markdown, published where the operator allows it.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Brief, briefAsMarkdown } from "#domain/brief.ts";
import { downloadDraft, draftFilesQuery, exportDraft } from "#app/lib/draft-files.ts";
import { publish, publishingDisabledToast } from "#app/lib/publish.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { usePublishing } from "#app/lib/publishing.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { formatMoment } from "#app/lib/formats.ts";
import { DraftFileList } from "#app/ui/draft-file-list.tsx";
import { toast } from "#app/ui/toast.ts";
import type { BriefAccount } from "./account-brief.ts";
import { accountBriefQuery } from "./account-draft-data.ts";

export function AccountDraft({ account }: { account: BriefAccount }) {
  const queries = useQueryClient();
  const [previewing, setPreviewing] = useState(false);
  const files = useQuery(draftFilesQuery(account.name));
  const brief = () => queries.fetchQuery(accountBriefQuery(account));
  const download = useMutation({
    mutationFn: downloadDraft,
    onError: (error) => toast({ title: "Failed to download the draft", text: messageOf(error), tone: "danger" }),
  });
  const exporting = useMutation({
    mutationFn: async () => exportDraft(account.name, await brief()),
    onSuccess: ({ drafts: [pdf] }) => {
      void queries.invalidateQueries({ queryKey: ["draft-files"] });
      if (!pdf) return;
      const action = { label: "Download PDF", run: () => download.mutate(pdf) };
      toast({ title: "Draft exported", text: pdf.path, seconds: 8, action });
    },
    onError: (error) => toast({ title: "Failed to export the draft", text: messageOf(error), tone: "danger" }),
  });
  const isPublishing = usePublishing();
  const publishing = useMutation({
    mutationFn: async () => {
      const content = await brief();
      return publish("brief", { name: `${content.title} brief.md`, text: briefAsMarkdown(content) });
    },
    onSuccess: (path) => toast(path ? { title: "Published", text: path } : publishingDisabledToast),
    onError: (error) => toast({ title: "Failed to publish", text: messageOf(error), tone: "danger" }),
  });
  const exportButton = (
    <Button
      variant="line"
      size="compact"
      icon="document"
      disabled={exporting.isPending}
      onClick={() => {
        // What comes of it is said at the edge of the page, which an open dialog covers.
        setPreviewing(false);
        exporting.mutate();
      }}
    >
      {exporting.isPending ? "Exporting..." : "Export draft"}
    </Button>
  );
  return (
    <section aria-label="Draft brief" className="min-w-0 rounded-1 border border-line bg-surface">
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-3">
        <h2 className="text-small font-[640]">Draft brief</h2>
        <div className="flex flex-wrap gap-2">
          <Button variant="line" size="compact" icon="eye" onClick={() => setPreviewing(true)}>
            Preview
          </Button>
          {exportButton}
          {isPublishing && (
            <Button variant="line" size="compact" disabled={publishing.isPending} onClick={() => publishing.mutate()}>
              Publish brief
            </Button>
          )}
        </div>
      </header>
      {files.isError && <p className="px-4 py-3 text-danger">Failed to load the drafts. {messageOf(files.error)}</p>}
      {files.data && (
        <DraftFileList
          formatMoment={formatMoment}
          {...files.data}
          onDownload={(draft) => download.mutate(draft)}
          empty="No drafts yet. An export is saved as PDF and as Markdown in the drafts folder."
        />
      )}
      <Dialog open={previewing} onClose={() => setPreviewing(false)} title="Preview" footer={exportButton}>
        <Preview account={account} />
      </Dialog>
    </section>
  );
}

function Preview({ account }: { account: BriefAccount }) {
  const brief = useQuery(accountBriefQuery(account));
  if (brief.isError) return <p className="text-danger">{messageOf(brief.error)}</p>;
  if (!brief.data) return <output>Loading...</output>;
  return <BriefSheet {...brief.data} />;
}

function BriefSheet({ title, facts, sections }: Brief) {
  return (
    <article aria-label={`Brief of ${title}`} className="rounded-1 border border-line px-5 pt-5 pb-6">
      <p className="text-xs text-muted">Draft, not published</p>
      <h3 dir="auto" className="serif mt-1 mb-4 text-2xl leading-[1.15] tracking-[-0.015em] wrap-anywhere">
        {title}
      </h3>
      <dl>
        {facts.map(({ label, value }) => (
          <div key={label} className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 border-t border-line py-1.5">
            <dt className="text-muted">{label}</dt>
            <dd dir="auto" className="text-left wrap-anywhere">
              {value || "None"}
            </dd>
          </div>
        ))}
      </dl>
      {sections.map(({ heading, lines, list }) => (
        <section key={heading}>
          <h4 className="mt-5 mb-1 font-semibold">{heading}</h4>
          {lines.length === 0 && <p>None</p>}
          {list ? (
            <ul className="list-disc pl-4.5">{lines.map(lineAs("li"))}</ul>
          ) : (
            <div className="grid gap-2">{lines.map(lineAs("p"))}</div>
          )}
        </section>
      ))}
    </article>
  );
}

// Lines have no identity but their place.
const lineAs = (Element: "li" | "p") => (line: string, index: number) => (
  <Element key={index} dir="auto" className="text-left wrap-anywhere">
    {line}
  </Element>
);
