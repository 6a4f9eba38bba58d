// /admin/templates: the list, the editor, and beside it the text as people would get it. On a phone one after the other.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { site } from "#content/site.ts";
import { may } from "#app/lib/access.ts";
import { keepDraft } from "#app/lib/drafts.ts";
import { countOf } from "#app/lib/formats.ts";
import { useAddress } from "#app/records/list/use-address.ts";
import { Art } from "#app/ui/art.tsx";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { AreaHead } from "#app/ui/compact/area-head.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { useRowKeys } from "#app/ui/compact/use-row-keys.ts";
import { useShortcut } from "#app/ui/use-shortcut.ts";
import { builtInReplies } from "./built-in-replies.tsx";
import { type Draft, draftKey, TemplateEditor } from "./editor/template-editor.tsx";
import { TemplateList } from "./template-list.tsx";
import type { Words } from "./template-words.ts";
import { templatesQuery } from "./templates-data.ts";

export default function TemplatesPage() {
  const { params, change, link } = useAddress();
  const archived = params.has("archived");
  const search = params.get("search") ?? "";
  const list = useQuery(templatesQuery(archived));
  const wanted = search.trim().toLowerCase();
  const rows = (list.data ?? []).filter(({ name, subject }) =>
    `${name} ${subject ?? ""}`.toLowerCase().includes(wanted),
  );
  const chosen = params.get("open");
  const openId = chosen ?? rows[0]?.id ?? null;
  const open = list.data?.find(({ id }) => id === openId) ?? null;
  const linkTo = (id: string) => link({ open: id });
  useRowKeys({ rows, openId, onOpen: (id) => change({ open: id }, true) });
  useShortcut("n", () => change({ open: "new" }));
  const isNew = chosen === "new";
  const [copies, setCopies] = useState(0);
  // A new template keeps its editor when it is saved: the caret, an open menu and the preview stay as they are.
  const [born, setBorn] = useState<{ id: string; key: string } | null>(null);
  const newKey = `new ${copies}`;
  if (born && born.id === openId && born.key === newKey) setCopies(copies + 1);
  const startFrom = (words: Words) => {
    const copy: Draft = { words, seen: null };
    keepDraft(draftKey(undefined), copy);
    setCopies((before) => before + 1);
    change({ open: "new" });
  };
  // On a phone the list comes first, and what was opened takes its place.
  const hides = chosen !== null;

  return (
    <>
      <title>{`Templates | ${site.name} admin`}</title>
      {hides && <h1 className="sr-only md:hidden">Templates</h1>}
      <div className={classNames(hides && "max-md:hidden")}>
        <AreaHead
          title="Templates"
          note={
            list.data &&
            `${countOf(list.data.length, "template")} of your own, ${builtInReplies.length} built in. Tags fill themselves from the contact, the deal and the sender.`
          }
        >
          {may("templates", "edit") && (
            <Button size="compact" icon="plus" onClick={() => change({ open: "new" })}>
              New Template
            </Button>
          )}
        </AreaHead>
      </div>
      <div
        className={classNames(
          panelClass,
          "grid overflow-clip rounded-br-[1.25rem] md:grid-cols-[14rem_minmax(0,1fr)] xl:grid-cols-[17rem_minmax(0,1fr)_minmax(0,0.86fr)]",
        )}
      >
        <div className={classNames("min-w-0", hides && "max-md:hidden")}>
          <TemplateList
            {...{ list, rows, search, archived, linkTo }}
            openId={isNew ? null : openId}
            onFind={(term) => change({ search: term || null }, true)}
            onArchived={(next) => change({ archived: next ? "yes" : null })}
            onCopy={startFrom}
          />
        </div>
        {(isNew || open) && (
          <TemplateEditor
            key={isNew ? newKey : born?.id === openId ? born.key : openId}
            template={isNew ? null : open}
            className={classNames(!hides && "max-md:hidden")}
            back={() => change({ open: null })}
            onSaved={(id) => {
              if (isNew) setBorn({ id, key: newKey });
              change({ open: id }, true);
            }}
            onDuplicate={(words) => startFrom({ ...words, name: `${words.name}, copy` })}
          />
        )}
        {list.data && !isNew && !open && (
          <div className="min-w-0 max-md:hidden md:border-l md:border-line">
            {list.data.length === 0 && !chosen && !archived ? (
              <EmptyState art={<Art name="still" />} title="No templates of your own yet">
                <p className="max-w-96 text-muted">
                  Write the answer you have written three times. Tags put in the names.
                </p>
                {may("templates", "edit") && (
                  <Button size="compact" icon="plus" onClick={() => change({ open: "new" })}>
                    New Template
                  </Button>
                )}
              </EmptyState>
            ) : (
              <EmptyState title={chosen ? "This template no longer exists" : "No template is open"} />
            )}
          </div>
        )}
      </div>
    </>
  );
}
