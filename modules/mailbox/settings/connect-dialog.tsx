// Connecting a mailbox, in three steps: the server, tried before anything is stored; what is read and shown; and the owner's consent.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { may } from "#app/lib/access.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { useRecordsContext } from "#app/records/records-context.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Checkbox, SelectField, TextField } from "#app/ui/field.tsx";
import { toast } from "#app/ui/toast.ts";
import { useQuery } from "@tanstack/react-query";
import { staffQuery } from "#app/lib/office.ts";
import { officeDayOf } from "#app/lib/office-time.ts";
import { currentMillis } from "#domain/clock.ts";
import { consentWording, type KeepLevel, type SeeLevel } from "../mailbox.ts";
import { connectMailbox, type TestAnswer, testMailbox } from "../mailbox-data.ts";
import { AsColleague, isShown, keepChoices, LevelChoices, seeChoices } from "./level-choices.tsx";
import { blankServer, missingIn, secretOf, type ServerForm, ServerFields, serversOf } from "./server-fields.tsx";
import { TestSteps } from "./test-steps.tsx";

type Step = 1 | 2 | 3;
const stepNames = ["Server", "What is read", "Consent"] as const;

const daysAgo = (days: number) => officeDayOf(currentMillis() - days * 86_400_000);

export function ConnectDialog({ onClose, onConnected }: { onClose: () => void; onConnected: (id: string) => void }) {
  const queries = useQueryClient();
  const { userId } = useRecordsContext();
  const me = useQuery(staffQuery).data?.find(({ user_id: id }) => id === userId)?.name ?? "You";
  const [step, setStep] = useState<Step>(1);
  const [form, setForm] = useState<ServerForm>(blankServer);
  const [checked, setChecked] = useState(false);
  const [tested, setTested] = useState<TestAnswer | null>(null);
  const [kind, setKind] = useState<"personal" | "shared">("personal");
  const [keep, setKeep] = useState<KeepLevel>("snippet");
  const [see, setSee] = useState<SeeLevel>("headers");
  const [since, setSince] = useState(daysAgo(90));
  const [sent, setSent] = useState("");
  const [agreed, setAgreed] = useState(false);
  const errors = missingIn(form, true);
  const wording = consentWording(keep, see);

  const test = useMutation({
    mutationFn: () => testMailbox({ address: form.address.trim(), ...serversOf(form), secret: secretOf(form) }),
    onMutate: () => setTested(null),
    onSuccess: (answer) => {
      setTested(answer);
      if (answer.ok) setStep(2);
    },
  });
  const connect = useMutation({
    mutationFn: () =>
      connectMailbox({
        address: form.address.trim(),
        ...serversOf(form),
        secret: secretOf(form),
        kind,
        keep,
        colleagues_see: see,
        read_since: since,
        ...(sent && { sent_folder: sent }),
        ...(kind === "personal" && { consent: wording }),
      }),
    onSuccess: async ({ id }) => {
      toast({ title: `${form.address.trim()} is connected. Reading begins now, newest first` });
      await queries.invalidateQueries({ queryKey: ["records"] });
      onConnected(id);
      onClose();
    },
  });
  const change = (changed: Partial<ServerForm>) => {
    setForm((old) => ({ ...old, ...changed }));
    // What was tried was something else.
    setTested(null);
    test.reset();
    connect.reset();
  };
  const failed = tested?.steps.find(({ ok }) => !ok);
  const needsSent = tested?.ok === true && tested.sent === null;
  const mayGoOn = step === 2 ? !needsSent || sent !== "" : kind === "shared" || agreed;

  return (
    <Dialog
      open
      wide
      title="Connect a mailbox"
      busy={test.isPending || connect.isPending}
      onClose={onClose}
      footer={
        <>
          <Button
            variant="line"
            size="dialog"
            disabled={test.isPending || connect.isPending}
            onClick={() => (step === 1 ? onClose() : setStep(step === 3 ? 2 : 1))}
          >
            {step === 1 ? "Cancel" : "Back"}
          </Button>
          {step === 1 && (
            <Button
              size="dialog"
              disabled={test.isPending}
              onClick={() => {
                setChecked(true);
                if (Object.keys(errors).length === 0) test.mutate();
              }}
            >
              {test.isPending ? "Testing..." : tested ? "Test again" : "Test"}
            </Button>
          )}
          {step === 2 && (
            <Button size="dialog" disabled={!mayGoOn} onClick={() => setStep(3)}>
              Go on
            </Button>
          )}
          {step === 3 && (
            <Button size="dialog" disabled={!mayGoOn || connect.isPending} onClick={() => connect.mutate()}>
              {connect.isPending ? "Connecting..." : "Connect"}
            </Button>
          )}
        </>
      }
    >
      <ol aria-label="Steps" className="mb-5 flex flex-wrap gap-x-5 border-b border-line text-caption font-semibold">
        {stepNames.map((name, index) => (
          <li
            key={name}
            {...(step === index + 1 && { "aria-current": "step" as const })}
            className="-mb-px border-b-2 border-transparent pb-2 text-muted aria-[current=step]:border-ink aria-[current=step]:text-ink"
          >
            {index + 1} {name}
          </li>
        ))}
      </ol>
      {step === 1 && (
        <form
          className="grid gap-4"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            setChecked(true);
            if (Object.keys(errors).length === 0) test.mutate();
          }}
        >
          <ServerFields form={form} errors={checked ? errors : {}} failed={failed} onChange={change} />
          {(test.isPending || tested) && <TestSteps steps={tested?.steps ?? []} running={test.isPending} />}
          {test.isError && (
            <p role="alert" className="text-danger">
              It could not be tried. {messageOf(test.error)}
            </p>
          )}
          <p className="text-caption text-muted">
            Nothing is stored before all four tests pass. Only mail with people you have in the CRM is filed. Google and
            Microsoft want an app password or an OAuth2 token.
          </p>
          <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
            Test
          </button>
        </form>
      )}
      {step === 2 && (
        <div className="grid gap-5">
          {tested && <TestSteps steps={tested.steps} running={false} />}
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              label="Whose it is"
              size="compact"
              value={kind}
              onChange={(event) => {
                const next = event.target.value === "shared" ? "shared" : "personal";
                setKind(next);
                setSee(next === "shared" ? "text" : "headers");
                setKeep(next === "shared" ? "text" : keep);
              }}
            >
              <option value="personal">Mine: a personal mailbox</option>
              {may("mailbox", "edit") && <option value="shared">The firm’s: a shared mailbox</option>}
            </SelectField>
            <TextField
              label="Read since"
              type="date"
              size="compact"
              value={since}
              max={daysAgo(0)}
              onChange={(event) => setSince(event.target.value || daysAgo(90))}
            />
          </div>
          {needsSent && (
            <SelectField
              label="Which folder is Sent? The server does not say."
              size="compact"
              value={sent}
              onChange={(event) => setSent(event.target.value)}
            >
              <option value="">Choose a folder</option>
              {tested.folders.map(({ path }) => (
                <option key={path} value={path}>
                  {path}
                </option>
              ))}
            </SelectField>
          )}
          <div className="grid gap-5 sm:grid-cols-2">
            <LevelChoices
              legend="What is kept here"
              name="keep"
              choices={keepChoices}
              chosen={keep}
              onChoose={setKeep}
            />
            <LevelChoices
              legend="What colleagues see of it"
              name="see"
              choices={seeChoices.filter(({ id }) => isShown(id, keep) || id === see)}
              chosen={see}
              onChoose={setSee}
            />
          </div>
          <div>
            <h3 className="mb-2 text-caption font-semibold">As a colleague sees it</h3>
            <AsColleague owner={me} keep={keep} see={see} />
          </div>
          <p className="text-caption text-muted">
            {countOf(tested?.folders.filter(({ wanted }) => wanted).length ?? 0, "folder")} will be read
            {tested?.has_idle === false &&
              "; this server tells us nothing by itself, so it is looked at every 5 minutes"}
            . Junk, Trash and Drafts never are.
          </p>
        </div>
      )}
      {step === 3 && (
        <div className="grid gap-4">
          {kind === "personal" ? (
            <Checkbox label={wording} checked={agreed} onChange={(event) => setAgreed(event.target.checked)} />
          ) : (
            <p>
              {wording.replace(/ I can change this.*$/, "")} Everyone who may read mail in Guidevane sees what is filed
              from it.
            </p>
          )}
          <p className="text-caption text-muted">
            {kind === "personal"
              ? "Kept with today’s date, word for word. Other administrators may pause or remove this mailbox; they cannot open it, widen it or point it elsewhere."
              : "Who may edit mailboxes can change this later."}
          </p>
          {connect.isError && (
            <p role="alert" className="text-danger">
              Nothing was stored. {messageOf(connect.error)}
            </p>
          )}
        </div>
      )}
    </Dialog>
  );
}
