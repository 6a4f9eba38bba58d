// The editor of a template: its words with tags as chips, what the server says against them, and the preview beside.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { may } from "#app/lib/access.ts";
import { forgetDraft, keepDraft, readDraft } from "#app/lib/drafts.ts";
import { formatMoment } from "#app/lib/formats.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Menu } from "#app/ui/compact/menu.tsx";
import { Strip } from "#app/ui/compact/strip.tsx";
import { Segmented } from "#app/ui/compact/segmented.tsx";
import { SelectField, TextArea, TextField } from "#app/ui/field.tsx";
import { Problems } from "./problems.tsx";
import { TagField, type TagFieldHandle } from "./tag-field.tsx";
import { TagPicker } from "./tag-picker.tsx";
import { TagUnderCursor } from "./tag-under-cursor.tsx";
import { TemplatePreview } from "./template-preview.tsx";
import { piecesOf, purposeWords, type TagPiece, tagSource, type Words } from "../template-words.ts";
import { checkQuery, someContactQuery, type Template, useTemplateActions } from "../templates-data.ts";
import { useDebounced } from "./use-debounced.tsx";
import { useTags } from "./use-tags.tsx";
import { VersionsDialog } from "./versions-dialog.tsx";

const nothing: Words = { name: "", purpose: "transactional", subject: "", body_text: "", body_html: null };
const wordsOf = (template: Template | null): Words =>
  template
    ? {
        name: template.name,
        purpose: template.purpose,
        subject: template.subject ?? "",
        body_text: template.body_text ?? "",
        body_html: template.body_html,
      }
    : nothing;

/** What tags are called and may be, as this installation has them. */
function useTagWords() {
  const tags = useTags();
  return useMemo(() => {
    const fieldOf = (path: string) => tags.find((field) => field.path === path);
    return {
      fieldOf,
      nameOf: (path: string) => fieldOf(path)?.label ?? path,
      mayBeEmpty: (path: string) => fieldOf(path)?.may_be_empty ?? true,
    };
  }, [tags]);
}

const inStrip = "border-current text-inherit hover:border-current";

type Field = "subject" | "body_text";

/** What is not saved yet, and the version that it was begun from. */
export interface Draft {
  words: Words;
  seen: number | null;
}

interface EditorProps {
  template: Template | null;
  className: string;
  back: () => void;
  onSaved: (id: string) => void;
  onDuplicate: (words: Words) => void;
}

/** What is begun and not saved yet, by template. */
export const draftKey = (id: string | undefined) => `template:${id ?? "new"}`;

export function TemplateEditor({ template, className, back, onSaved, onDuplicate }: EditorProps) {
  const key = draftKey(template?.id);
  const { fieldOf, nameOf, mayBeEmpty } = useTagWords();
  const [draft, setDraft] = useState<Draft | null>(() => readDraft<Draft>(key));
  const changed = draft?.words ?? null;
  const words = changed ?? wordsOf(template);
  const keep = (next: Draft) => {
    setDraft(next);
    keepDraft(key, next);
  };
  const version = template?.version ?? null;
  const seen = draft ? draft.seen : version;
  const change = (changes: Partial<Words>) => keep({ words: { ...words, ...changes }, seen });
  const overtaken = draft !== null && seen !== version;
  const [mode, setMode] = useState<"tags" | "source">("tags");
  const [picking, setPicking] = useState<Field | null>(null);
  const [at, setAt] = useState<{ field: Field; index: number; piece: TagPiece } | null>(null);
  const [versions, setVersions] = useState(false);
  const [contact, setContact] = useState<string | null>(null);
  const handles = { subject: useRef<TagFieldHandle>(null), body_text: useRef<TagFieldHandle>(null) };
  const some = useQuery(someContactQuery).data ?? null;
  const about = contact ?? some;
  const debounced = useDebounced(words);
  const isEmpty = debounced.subject.trim() === "" && debounced.body_text.trim() === "";
  const check = useQuery({ ...checkQuery(debounced), enabled: !isEmpty });
  const problems = isEmpty ? [] : (check.data?.problems ?? []);
  const warnings = isEmpty ? [] : (check.data?.warnings ?? []);
  const { save, archive, test } = useTemplateActions();
  const discard = () => {
    forgetDraft(key);
    setDraft(null);
  };
  const mayBeSaved =
    changed !== null && words.name.trim() !== "" && words.subject.trim() !== "" && words.body_text.trim() !== "";
  const store = () =>
    save.mutate(
      { words: { ...words, name: words.name.trim() }, id: template?.id ?? null, seen },
      {
        onSuccess: ({ id }) => {
          discard();
          onSaved(id);
        },
      },
    );
  const onSaveKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (mayBeSaved && !save.isPending) store();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onSaveKey(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
  const tagField = (field: Field, label: string) => (
    <TagField
      label={label}
      value={words[field]}
      multiline={field === "body_text"}
      onChange={(source) => change({ [field]: source })}
      onTag={(tag) => setAt(tag && { field, ...tag })}
      onBrace={() => setPicking(field)}
      nameOf={nameOf}
      mayBeEmpty={mayBeEmpty}
      describedBy="template-problems"
      handle={handles[field]}
    />
  );

  return (
    <>
      <section
        aria-label={template ? `Template ${template.name}` : "New template"}
        className={classNames("min-w-0 md:border-l md:border-line", className)}
      >
        <header className="flex min-h-14 flex-wrap items-center gap-2 border-b border-line px-4 py-2">
          <IconButton name="back" label="All templates" size="compact" className="md:hidden" onClick={back} />
          <h2 dir="auto" className="line-clamp-2 min-w-0 flex-1 text-left text-small font-[640] wrap-anywhere">
            {template?.name ?? "New template"}
          </h2>
          {template?.saved_at && changed === null && (
            <span
              className="text-caption text-muted max-sm:hidden"
              title={`${formatMoment(template.saved_at)}${template.saved_by ? `, ${template.saved_by}` : ""}`}
            >
              Version {template.version}
            </span>
          )}
          {changed !== null && (
            <Button variant="line" size="compact" disabled={save.isPending} onClick={discard}>
              Discard
            </Button>
          )}
          {may("templates", "edit") && (
            <Button size="compact" disabled={!mayBeSaved || save.isPending} onClick={store}>
              Save
            </Button>
          )}
          <Menu
            label="More"
            actions={[
              {
                id: "test",
                label: "Send a test to myself",
                icon: "send",
                onAction: () => test.mutate({ words, contact: about }),
              },
              ...(template
                ? [
                    { id: "duplicate", label: "Duplicate", icon: "copy" as const, onAction: () => onDuplicate(words) },
                    { id: "versions", label: "Versions", icon: "stack" as const, onAction: () => setVersions(true) },
                    {
                      id: "archive",
                      label: template.state === "archived" ? "Bring back" : "Archive",
                      icon: "folder" as const,
                      onAction: () =>
                        archive.mutate({ template: template.id, archived: template.state !== "archived" }),
                    },
                  ]
                : []),
            ]}
          />
        </header>
        <div className="grid content-start gap-3.5 p-4">
          {overtaken && (
            <Strip
              tone="warn"
              action={
                <>
                  <Button variant="line" size="compact" className={inStrip} onClick={discard}>
                    Show theirs
                  </Button>
                  <Button
                    variant="line"
                    size="compact"
                    className={inStrip}
                    onClick={() => keep({ words, seen: version })}
                  >
                    Keep mine
                  </Button>
                </>
              }
            >
              <b>
                {template?.saved_by ?? "Someone else"} saved version {version} meanwhile.
              </b>{" "}
              What you wrote here is not saved.
            </Strip>
          )}
          <div className="grid gap-3 sm:max-lg:grid-cols-2">
            <TextField
              label="Name"
              size="compact"
              dir="auto"
              maxLength={200}
              value={words.name}
              onChange={(event) => change({ name: event.target.value })}
            />
            <SelectField
              label="What it is for"
              size="compact"
              value={words.purpose}
              onChange={(event) =>
                change({ purpose: event.target.value === "outreach" ? "outreach" : "transactional" })
              }
            >
              {Object.entries(purposeWords).map(([id, { name }]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          </div>
          {mode === "tags" ? (
            <>
              <div>
                <span className="mb-1 block text-caption font-semibold">Subject</span>
                {tagField("subject", "Subject")}
              </div>
              <div>
                <span className="mb-1 block text-caption font-semibold">Text</span>
                <div className="rounded-1 border border-control bg-surface">
                  <Toolbar mode={mode} onMode={setMode} onInsert={() => setPicking("body_text")} />
                  {tagField("body_text", "Text")}
                </div>
              </div>
            </>
          ) : (
            <Source words={words} change={change} toolbar={<Toolbar mode={mode} onMode={setMode} onInsert={null} />} />
          )}
          <Problems problems={problems} warnings={warnings} failed={check.isError ? check.error : null} />
          {at && mode === "tags" && (
            <TagUnderCursor
              piece={at.piece}
              field={fieldOf(at.piece.path)}
              onFallback={(fallback) => {
                const source = tagSource(at.piece.path, fallback);
                handles[at.field].current?.replaceTag(at.index, source);
                const piece = piecesOf(source)[0];
                if (typeof piece === "object") setAt({ ...at, piece });
              }}
            />
          )}
        </div>
        {picking && (
          <TagPicker
            onClose={() => setPicking(null)}
            onPick={(path) => {
              const target = handles[picking].current;
              setPicking(null);
              // Once the dialog has given the focus back.
              requestAnimationFrame(() => target?.insert(tagSource(path, null)));
            }}
          />
        )}
        {versions && template && (
          <VersionsDialog
            template={template}
            onClose={() => setVersions(false)}
            onTake={({ subject, body_text, body_html }) => {
              change({ subject, body_text, body_html });
              setVersions(false);
            }}
          />
        )}
      </section>
      <TemplatePreview
        className={className}
        words={debounced}
        isEmpty={isEmpty}
        isWrong={problems.length > 0}
        isChecked={check.isSuccess && !check.isPlaceholderData}
        contact={about}
        onContact={setContact}
      />
    </>
  );
}

function Toolbar({
  mode,
  onMode,
  onInsert,
}: {
  mode: "tags" | "source";
  onMode: (mode: "tags" | "source") => void;
  onInsert: (() => void) | null;
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line p-1.5">
      <Segmented
        label="Show the text"
        choices={[
          { id: "tags", name: "With tags" },
          { id: "source", name: "Source" },
        ]}
        chosen={mode}
        onChoose={onMode}
      />
      {onInsert && (
        <Button variant="line" size="compact" icon="plus" onClick={onInsert}>
          Insert tag <kbd className="text-xs text-muted">{"{"}</kbd>
        </Button>
      )}
    </div>
  );
}

/** As it is written, line by line: where the server names a line and a column. Its own page is written here too. */
function Source({
  words,
  change,
  toolbar,
}: {
  words: Words;
  change: (changes: Partial<Words>) => void;
  toolbar: React.ReactNode;
}) {
  const mono = "font-mono text-caption leading-[1.6]";
  return (
    <>
      <TextField
        label="Subject"
        size="compact"
        className={mono}
        value={words.subject}
        onChange={(event) => change({ subject: event.target.value })}
      />
      <div>
        <div className="mb-1.5 rounded-1 border border-line">{toolbar}</div>
        <TextArea
          label="Text"
          size="compact"
          rows={14}
          dir="auto"
          maxLength={20_000}
          className={mono}
          value={words.body_text}
          onChange={(event) => change({ body_text: event.target.value })}
          hint="**bold**, lists with “- ”, [words](https://...) for links. An empty line begins a paragraph."
        />
      </div>
      <TextArea
        label="HTML of your own (optional)"
        size="compact"
        rows={4}
        maxLength={100_000}
        className={mono}
        value={words.body_html ?? ""}
        onChange={(event) => change({ body_html: event.target.value || null })}
        hint="Left empty, the page is made from the text."
      />
    </>
  );
}
