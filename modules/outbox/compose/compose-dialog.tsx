// A mail, written here: to whom, what about, the text, files, when; then a look at what each person gets before it goes to the outbox.
import { dateFormat } from "#domain/formats.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { openTags } from "#content/reply-templates.ts";
import { nextStateWords } from "#domain/message-states.ts";
import { countOf } from "#app/lib/formats.ts";
import { nextStateQuery, signatureQuery } from "#app/lib/message-data.ts";
import { officeQuery } from "#app/lib/office.ts";
import { usePublishing } from "#app/lib/publishing.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { SignatureField } from "#app/records/dialog/signature-field.tsx";
import { DayField } from "#app/records/field-kinds/late-day-input.tsx";
import { useRecordsContext } from "#app/records/records-context.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { SelectField, TextArea, TextField } from "#app/ui/field.tsx";
import { toast } from "#app/ui/toast.ts";
import {
  fillText,
  fillWords,
  mailTextsQuery,
  type RecipientKind,
  recipientsQuery,
  writeLetter,
} from "./compose-data.ts";
import { useDraft } from "./draft-data.ts";
import { MailFiles } from "./mail-files.tsx";
import { RecipientList } from "./recipient-list.tsx";
import {
  hasTags,
  type Letter,
  lettersFor,
  maxPeople,
  type Recipient,
  sendable,
  withoutDuplicates,
} from "./recipients.ts";
import { SendQuestion } from "./send-question.tsx";

export interface Start {
  kind: RecipientKind;
  ids: readonly string[];
}

const chosenMoment = dateFormat({ dateStyle: "medium", timeStyle: "short", hourCycle: "h23", timeZone: "UTC" });

export function ComposeDialog({
  start = null,
  onClose,
  onWritten,
}: {
  /** The records it is begun for. */
  start?: Start | null;
  onClose: () => void;
  onWritten: (message: string) => void;
}) {
  const { isOn, userId } = useRecordsContext();
  const safe = !usePublishing();
  const queries = useQueryClient();
  const office = useQuery(officeQuery).data;
  const place = start ? (start.ids.length === 1 ? `${start.kind} ${start.ids[0]}` : `many ${start.kind}`) : "new";
  const { draft, change, forget } = useDraft(`mail ${userId} ${place}`);
  const started = useQuery({
    ...recipientsQuery(start?.kind ?? "contacts", start?.ids ?? []),
    enabled: start !== null,
  });
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const [checked, setChecked] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [question, setQuestion] = useState<ReturnType<typeof lettersFor> | null>(null);
  const [done, setDone] = useState<number | null>(null);
  const texts = useQuery(mailTextsQuery(isOn("templates"))).data ?? [];
  const signature = useQuery(signatureQuery(userId)).data ?? "";

  const listOf = (added: readonly Recipient[]) =>
    [...(started.data ?? []), ...added].filter(({ of_id: id }) => !removed.has(id));
  const people = listOf(draft.added);
  const going = sendable(people);
  const isFinding = start !== null && started.isPending;
  const [alone] = people.length === 1 ? people : [];
  const optedOut = alone?.skipped === "opted_out";
  const accounts = new Set(going.map(({ account_id: id }) => id));
  const account = accounts.size === 1 ? ([...accounts][0] ?? null) : null;
  const next = useQuery({ ...nextStateQuery(going[0]?.email ?? ""), enabled: going.length > 0 });

  const fill = (template: string, to = going) => {
    change({ template });
    const text = texts.find(({ id }) => id === template);
    const [only] = to;
    if (!text || !only) return;
    // One person's words are filled in at once; those of several when each is looked at.
    if (to.length > 1) return change({ subject: text.subject, text: text.body_text, filled: text.body_text });
    fillText(template, only.contact_id).then(
      (words) => change({ ...words, filled: words.text }),
      (error: unknown) => toast({ title: "The template could not be filled", text: messageOf(error), tone: "danger" }),
    );
  };
  const refill = (list: readonly Recipient[]) => {
    if (draft.template && draft.text === draft.filled) fill(draft.template, sendable(list));
  };
  const add = async (contact: string) => {
    if (people.some(({ contact_id: id }) => id === contact)) return;
    try {
      const found = await queries.fetchQuery(recipientsQuery("contacts", [contact]));
      const added = [...draft.added.filter(({ of_id: id }) => id !== contact), ...found];
      setRemoved((old) => new Set([...old].filter((id) => id !== contact)));
      change({ added });
      refill(listOf(added));
    } catch (error) {
      toast({ title: "The contact could not be loaded", text: messageOf(error), tone: "danger" });
    }
  };
  const remove = ({ of_id: gone }: Recipient) => {
    setRemoved(new Set([...removed, gone]));
    change({ added: draft.added.filter(({ of_id: id }) => id !== gone) });
    refill(people.filter(({ of_id: id }) => id !== gone));
  };

  const words = { subject: draft.subject, text: draft.text };
  const tagged = hasTags(words) && isOn("templates");
  const open = openTags(`${draft.subject}\n${draft.text}`.replaceAll(/\{\{[^{}]*\}\}/g, tagged ? "" : "{tag}"));
  const problems = {
    people:
      people.length === 0
        ? "Choose a contact."
        : going.length === 0
          ? alone?.skipped === "no_address"
            ? "This contact has no e-mail address."
            : "None of them can be written to."
          : going.length > maxPeople
            ? `At most ${maxPeople} people at once. For more, use a sequence: its mails have a way to unsubscribe.`
            : undefined,
    subject: draft.subject.trim() ? undefined : "A mail needs a subject.",
    text: !draft.text.trim()
      ? "A mail needs a text."
      : open.length > 0
        ? `Still open: ${open.join(", ")}`
        : (refused ?? undefined),
    despite:
      optedOut && draft.despite.trim().length < 3 ? "They opted out. Say why you write all the same." : undefined,
  };
  const isRight = Object.values(problems).every((problem) => problem === undefined);
  const signs = draft.signed ? signature : "";

  const look = useMutation({
    mutationFn: async () =>
      lettersFor(
        going,
        words,
        signs,
        tagged
          ? await fillWords(
              words,
              going.map(({ contact_id: id }) => id),
            )
          : null,
      ),
    onSuccess: setQuestion,
    onError: (error) => setRefused(messageOf(error)),
  });
  const write = useMutation({
    // One after the other, each through the gate; those that were refused stay here.
    mutationFn: async (letters: readonly Letter[]) => {
      const written: { id: string; of: string }[] = [];
      let failure: unknown = null;
      for (const [index, letter] of letters.entries()) {
        setDone(index);
        try {
          const id = await writeLetter(letter, {
            id: draft.id,
            despite: draft.despite.trim() || null,
            leaves_at: draft.leaves || null,
            attachments: draft.files.flatMap(({ version_id: version }) => version ?? []),
          });
          written.push({ id, of: letter.to.of_id });
        } catch (error) {
          failure = error;
        }
      }
      return { written, failure, asked: letters.length };
    },
    onSuccess: ({ written, failure, asked }) => {
      const last = written.at(-1);
      if (failure !== null || !last) {
        setRemoved(new Set([...removed, ...written.map(({ of }) => of)]));
        return toast({
          title: asked === 1 ? "The mail was not written" : `${written.length} of ${countOf(asked, "mail")} written`,
          text: messageOf(failure),
          tone: "danger",
        });
      }
      forget();
      const what = asked === 1 ? "Mail" : countOf(asked, "mail");
      const it = asked === 1 ? ["it", "leaves"] : ["them", "leave"];
      toast({
        title: safe
          ? `${what} written: SAFE holds ${it[0]} in the outbox`
          : draft.leaves
            ? `${what} written, to leave ${chosenMoment.format(new Date(`${draft.leaves}Z`))}`
            : `${what} written: ${asked === 1 ? "it" : "they"} ${it[1]} in a moment`,
      });
      onWritten(last.id);
    },
    onSettled: async () => {
      setDone(null);
      setQuestion(null);
      await queries.invalidateQueries({ queryKey: ["records"] });
    },
  });

  const leaves = draft.leaves ? chosenMoment.format(new Date(`${draft.leaves}Z`)) : null;
  if (question)
    return (
      <SendQuestion
        letters={question.letters}
        skipped={[
          ...withoutDuplicates(people).filter(({ of_id: id }) => !going.some((person) => person.of_id === id)),
          ...question.skipped,
        ]}
        files={draft.files}
        leaves={leaves}
        done={done}
        onClose={() => setQuestion(null)}
        onConfirm={() => write.mutate(question.letters)}
      />
    );
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="New mail"
      footer={
        <>
          <Button
            variant="line"
            size="dialog"
            onClick={() => {
              forget();
              onClose();
            }}
          >
            Discard
          </Button>
          <Button
            size="dialog"
            icon="send"
            // Pressed before the address is known, it would do nothing.
            disabled={isFinding || look.isPending}
            onClick={() => {
              setChecked(true);
              if (isRight) look.mutate();
            }}
          >
            Preview
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <RecipientList
          people={people}
          error={
            started.isError
              ? `Failed to load whom it goes to: ${messageOf(started.error)}`
              : checked || alone
                ? problems.people
                : undefined
          }
          onAdd={(contact) => void add(contact)}
          onRemove={remove}
        />
        {optedOut && (
          <TextField
            label="They opted out of outreach. Why do you write all the same?"
            size="compact"
            maxLength={500}
            value={draft.despite}
            onChange={(event) => change({ despite: event.target.value })}
            error={checked ? problems.despite : undefined}
          />
        )}
        {texts.length > 0 && (
          <SelectField
            label="Template"
            size="compact"
            value={draft.template}
            disabled={going.length === 0}
            onChange={(event) => fill(event.target.value)}
          >
            <option value="">{going.length > 0 ? "None" : "Choose a contact first"}</option>
            {texts.map((text) => (
              <option key={text.id} value={text.id}>
                {text.name}
              </option>
            ))}
          </SelectField>
        )}
        <TextField
          label="Subject"
          size="compact"
          dir="auto"
          maxLength={200}
          value={draft.subject}
          onChange={(event) => change({ subject: event.target.value })}
          error={checked ? problems.subject : undefined}
        />
        <TextArea
          label="Text"
          size="compact"
          dir="auto"
          rows={9}
          maxLength={20_000}
          value={draft.text}
          hint={tagged ? "Tags are filled for each person; Preview shows what each gets." : undefined}
          onChange={(event) => {
            setRefused(null);
            change({ text: event.target.value });
          }}
          error={checked ? problems.text : undefined}
        />
        <SignatureField on={draft.signed} onSwitch={(signed) => change({ signed })} />
        {isOn("documents") && (
          <MailFiles files={draft.files} account={account} onChange={(files) => change({ files })} />
        )}
        <DayField
          label="Send later"
          kind="moment"
          value={draft.leaves}
          hint={`Empty: at once. By the office's clock${office ? ` (${office.time_zone})` : ""}.`}
          onChange={(value) => change({ leaves: value })}
        />
        <p aria-live="polite" className="text-caption text-muted">
          {next.data
            ? next.data.state === "leaving" && leaves
              ? `It leaves ${leaves}.`
              : nextStateWords[next.data.state]
            : safe
              ? "SAFE: waits in the outbox. Nothing leaves until it is released."
              : "It goes to the outbox and leaves from there in a moment."}
        </p>
      </div>
    </Dialog>
  );
}
