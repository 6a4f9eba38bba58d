// Settings, Notices: what you are told of, where, and by which browser; administrators also what the team's chat hears.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "#app/lib/request-error.ts";
import { officeQuery } from "#app/lib/office.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Checkbox } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { Segmented } from "#app/ui/compact/segmented.tsx";
import { Switch } from "#app/ui/switch.tsx";
import { toast } from "#app/ui/toast.ts";
import { mailChoices, noticeKinds, type NoticeKind } from "../notice.ts";
import { type Chat, chatQuery, type Choice, choicesQuery, choose, saveChat } from "../notices-data.ts";
import { ThisBrowser } from "./this-browser.tsx";

const head = "border-b border-line px-4 py-3 text-small font-[640]";

export default function NoticeSettings() {
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <Choices />
      <div className="grid gap-5">
        <MailFacts />
        <ThisBrowser />
        <ChatKinds />
      </div>
    </div>
  );
}

function Choices() {
  const client = useQueryClient();
  const choices = useQuery(choicesQuery);
  const save = useMutation({
    mutationFn: choose,
    onMutate: (changed: Choice) => {
      const before = client.getQueryData(choicesQuery.queryKey);
      client.setQueryData(choicesQuery.queryKey, (all) =>
        all?.map((one) => (one.kind === changed.kind ? changed : one)),
      );
      return before;
    },
    onError: (error, _, before) => {
      client.setQueryData(choicesQuery.queryKey, before);
      toast({ title: `This was not saved. ${messageOf(error)}`, tone: "danger" });
    },
  });
  return (
    <section aria-label="What you are told" className={panelClass}>
      <h2 className={head}>What you are told</h2>
      {choices.isPending && <LoadingRows rows={6} />}
      {choices.isError && (
        <p role="alert" className="px-4 py-3 text-danger">
          Your choices could not be loaded. {messageOf(choices.error)}
        </p>
      )}
      {choices.data && (
        <table className="w-full max-sm:block">
          <thead className="text-left text-caption text-muted max-sm:sr-only">
            <tr className="border-b border-line">
              {["When", "On screen", "By mail"].map((name) => (
                <th key={name} scope="col" className="px-4 py-2.5 font-semibold">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-sm:block">
            {choices.data.map((choice) => (
              <Row key={choice.kind} choice={choice} onChange={save.mutate} />
            ))}
          </tbody>
        </table>
      )}
      <p className="px-4 py-3 text-caption text-muted">
        Your own acts never notify you. What belongs together is one notice.
      </p>
    </section>
  );
}

function Row({ choice, onChange }: { choice: Choice; onChange: (changed: Choice) => void }) {
  const { name, about, icon } = noticeKinds[choice.kind];
  return (
    <tr className="border-b border-line max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-3 max-sm:px-4 max-sm:py-3">
      <th scope="row" className="px-4 py-3 text-left font-normal max-sm:p-0">
        <span className="flex gap-3">
          <Icon name={icon} className="mt-0.5 size-4.5 shrink-0 text-muted" />
          <span>
            <span className="block font-semibold">{name}</span>
            <span className="text-caption text-muted">{about}</span>
          </span>
        </span>
      </th>
      <td className="px-4 py-3 max-sm:p-0">
        {choice.kind !== "today" && (
          <Switch
            checked={choice.screen}
            label={`On screen: ${name}`}
            onChange={(screen) => onChange({ ...choice, screen })}
          />
        )}
      </td>
      <td className="px-4 py-3 max-sm:col-span-2 max-sm:p-0 max-sm:pt-2.5">
        <Segmented
          label={`By mail: ${name}`}
          choices={mailChoices(choice.kind)}
          chosen={choice.mail}
          onChoose={(mail) => onChange({ ...choice, mail })}
        />
      </td>
    </tr>
  );
}

function MailFacts() {
  const office = useQuery(officeQuery).data;
  const opens = office
    ? `At ${office.opens_at.slice(0, 5)}, ${office.time_zone}, only if there is something`
    : "In the morning, only if there is something";
  const facts = [
    ["At once", "Waits two minutes, and is not sent if you read it here"],
    ["Daily", opens],
    ["SAFE", "Passes, because it reaches colleagues only"],
  ] as const;
  return (
    <section aria-label="Mail" className={panelClass}>
      <h2 className={head}>Mail</h2>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 px-4 py-3">
        {facts.map(([term, fact]) => (
          <div key={term} className="contents">
            <dt className="text-muted">{term}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const chatKinds = ["record", "given", "promise", "outbox"] as const satisfies readonly NoticeKind[];

/** Only administrators see its row. */
function ChatKinds() {
  const client = useQueryClient();
  const chat = useQuery(chatQuery).data;
  const save = useMutation({
    mutationFn: saveChat,
    onSuccess: (_, saved) => client.setQueryData(chatQuery.queryKey, saved),
    onError: (error) => toast({ title: `This was not saved. ${messageOf(error)}`, tone: "danger" }),
  });
  if (!chat) return null;
  const change = (changed: Partial<Chat>) => save.mutate({ ...chat, ...changed });
  return (
    <section aria-label="Team chat" className={panelClass}>
      <h2 className={head}>Team chat</h2>
      <div className="grid gap-2.5 px-4 py-3">
        <p className="text-caption text-muted">
          New inquiries are told there in any case, once Slack is set up. For everyone, also:
        </p>
        {chatKinds.map((kind) => (
          <Checkbox
            key={kind}
            label={noticeKinds[kind].name}
            checked={chat.kinds.includes(kind)}
            onChange={({ target }) =>
              change({ kinds: target.checked ? [...chat.kinds, kind] : chat.kinds.filter((one) => one !== kind) })
            }
          />
        ))}
        <Checkbox
          label="Name the record in the chat"
          checked={chat.with_names}
          onChange={({ target }) => change({ with_names: target.checked })}
        />
      </div>
    </section>
  );
}
