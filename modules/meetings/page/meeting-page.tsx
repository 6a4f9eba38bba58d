// /admin/meetings/:id: who meets whom, what they wrote, why this person, our notes, and the mails.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link, useParams } from "react-router";
import { site } from "#content/site.ts";
import { messagePage } from "#domain/message-states.ts";
import { may } from "#app/lib/access.ts";
import { forgetDraft, keepDraft, readDraft } from "#app/lib/drafts.ts";
import { formatMoment, formatWhen } from "#app/lib/formats.ts";
import { inOfficeTime } from "#app/lib/office-time.ts";
import { staffQuery } from "#app/lib/office.ts";
import { Detail } from "#app/records/page/detail.tsx";
import { Opened } from "#app/records/inbox/split-inbox.tsx";
import { MessageBadge } from "#app/records/message-badge.tsx";
import { Chip } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { inputClass } from "#app/ui/field.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { isOff, placeWords, ruleOf, ruleWords, sourceWords } from "../meeting.ts";
import { MeetingBadge } from "../meeting-state.tsx";
import { dealTitleQuery, type MeetingRecord, meetingQuery, useMeetingChange } from "../meetings-data.ts";
import { clock } from "../week/week-days.tsx";
import { MeetingActions } from "./meeting-actions.tsx";
import { MeetingQuestion } from "./meeting-question.tsx";

const answerWords = { needs_action: "", accepted: "accepted", declined: "declined", tentative: "perhaps" } as const;

export default function MeetingPage() {
  const { id = "" } = useParams();
  const query = useQuery(meetingQuery(id));
  return (
    <>
      <Link to="/admin/meetings" className="text-caption text-muted underline">
        Meetings
      </Link>
      <Opened what="meeting" query={query}>
        {(record) => <Meeting record={record} />}
      </Opened>
    </>
  );
}

function Meeting({ record }: { record: MeetingRecord }) {
  const guest = record.people.find(({ role }) => role === "guest");
  const name = guest?.name || guest?.address || record.title;
  const day = inOfficeTime(new Date(record.starts_at), {
    weekday: "long",
    year: "numeric",
    month: "long",
    day: "numeric",
  });
  return (
    <>
      <title>{`${record.title} with ${name} | ${site.name} admin`}</title>
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1
            dir="auto"
            className={`serif text-[1.75rem] leading-[1.15] tracking-[-0.018em] wrap-anywhere ${isOff(record.state) ? "line-through" : ""}`}
          >
            {record.title} with {name}
          </h1>
          <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <MeetingBadge
              state={record.state}
              moves={record.moves}
              held={record.held_because.length > 0 && record.state === "requested"}
            />
            <time dateTime={record.starts_at} className="font-semibold">
              {day}, {clock(record.starts_at)} to {clock(record.ends_at)}
            </time>
            <span className="text-muted">{record.reference}</span>
            {record.is_unconfirmed && <Chip tone="dev">Not confirmed with the scheduling service</Chip>}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <MeetingActions record={record} />
        </div>
      </header>
      <MeetingQuestion record={record} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-5">
          <Answers record={record} />
          <Notes record={record} />
          <Mails record={record} />
        </div>
        <aside aria-label="About this meeting" className="grid min-w-0 gap-5">
          <Facts record={record} />
          <People record={record} />
          <Because record={record} />
        </aside>
      </div>
    </>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={panelClass}>
      <h2 className="border-b border-line px-4 py-2.75 text-small font-[640]">{title}</h2>
      {children}
    </section>
  );
}

function Facts({ record }: { record: MeetingRecord }) {
  const deal = useQuery(dealTitleQuery(record.deal_id)).data;
  const inGuestZone = (zone: string) =>
    new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      timeZoneName: "short",
    }).format(new Date(record.starts_at));
  return (
    <Panel title="Details">
      <dl className="py-2">
        <Detail name="Place">
          {placeWords[record.place].replace(/^./, (letter) => letter.toUpperCase())}
          {record.place_detail && ": "}
          {record.place_detail?.startsWith("https://") ? (
            <a href={record.place_detail} target="_blank" rel="noreferrer" className="underline decoration-control">
              {record.place_detail}
            </a>
          ) : (
            record.place_detail
          )}
        </Detail>
        {record.guest_zone && record.guest_zone !== record.zone && (
          <Detail name="For them">{inGuestZone(record.guest_zone)}</Detail>
        )}
        {record.account && (
          <Detail name="Company">
            <Link to={`/admin/crm/accounts/${record.account.id}`} className="underline decoration-control">
              {record.account.name}
            </Link>
          </Detail>
        )}
        {record.deal_id && deal && (
          <Detail name="Deal">
            <Link to={`/admin/deals/${record.deal_id}`} className="underline decoration-control">
              {deal}
            </Link>
          </Detail>
        )}
        <Detail name="Booked by">
          {record.page ? `Page “${record.page.title}”` : (sourceWords[record.source] ?? record.source)}
        </Detail>
        {record.answer_by && (record.state === "requested" || record.state === "awaiting_payment") && (
          <Detail name="Answer by">{formatMoment(record.answer_by)}</Detail>
        )}
        {record.cancelled_by && (
          <Detail name="Cancelled">
            by the {record.cancelled_by}
            {record.cancel_reason && `: ${record.cancel_reason}`}
          </Detail>
        )}
      </dl>
    </Panel>
  );
}

function People({ record }: { record: MeetingRecord }) {
  const roles = { host: "holds it", guest: "guest", other: "invited" } as const;
  return (
    <Panel title="People">
      <ul>
        {record.people.map((person) => {
          const copy = person.staff_id ? record.copies.find(({ staff_id: id }) => id === person.staff_id) : undefined;
          return (
            <li key={person.id} className="border-b border-line px-4 py-2.5 last:border-b-0">
              {person.contact_id ? (
                <Link
                  to={`/admin/crm/contacts/${person.contact_id}`}
                  dir="auto"
                  className="font-semibold underline decoration-control wrap-anywhere"
                >
                  {person.name || person.address}
                </Link>
              ) : (
                <b dir="auto" className="font-semibold wrap-anywhere">
                  {person.name || person.address}
                </b>
              )}
              <span className="text-muted">
                , {roles[person.role]}
                {person.role !== "host" && answerWords[person.answer] && `, ${answerWords[person.answer]}`}
              </span>
              {person.role !== "host" && (
                <p className="text-caption text-muted wrap-anywhere">
                  {[person.name && person.address, person.phone].filter(Boolean).join(", ")}
                </p>
              )}
              {copy?.state === "failed" && (
                <p className="text-caption text-danger">
                  Not in {person.name}’s calendar: {copy.reason ?? "it was refused"}. It is tried again, and the feed
                  has it.
                </p>
              )}
              {copy?.state === "there" && <p className="text-caption text-muted">In {person.name}’s calendar</p>}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

function Answers({ record }: { record: MeetingRecord }) {
  const labels = new Map(record.page?.questions.map(({ key, label }) => [key, label]));
  const answers = Object.entries(record.answers);
  return (
    <Panel title="What they wrote">
      {answers.length === 0 ? (
        <p className="px-4 py-3.5 text-muted">{record.erased_at ? "Erased." : "Nothing."}</p>
      ) : (
        <dl className="grid gap-3 px-4 py-3.5">
          {answers.map(([key, value]) => (
            <div key={key}>
              <dt className="text-caption text-muted">{labels.get(key) ?? key}</dt>
              <dd dir="auto" className="whitespace-pre-wrap wrap-anywhere">
                {String(value)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  );
}

/** An assignment that anyone can recount: who could have had it, and how much each had. */
function Because({ record }: { record: MeetingRecord }) {
  const staff = useQuery(staffQuery).data ?? [];
  const because = record.assigned_because;
  const nameOf = (id: string | null) => staff.find(({ user_id: each }) => each === id)?.name ?? "A colleague";
  if (!because) return null;
  return (
    <Panel title="Why this person">
      <p className="px-4 py-3">
        {nameOf(record.host_id)} {ruleWords[ruleOf(because)] ?? because.rule}.
      </p>
      {because.candidates && because.candidates.length > 1 && (
        <table className="mb-2 w-full text-caption">
          <thead>
            <tr className="text-left text-muted">
              <th className="px-4 py-1 font-medium">Free then</th>
              <th className="py-1 text-right font-medium">Minutes</th>
              <th className="px-4 py-1 text-right font-medium">By weight</th>
            </tr>
          </thead>
          <tbody>
            {because.candidates.map((each) => (
              <tr key={each.staff_id} className="border-t border-line">
                <th scope="row" className="px-4 py-1.5 text-left font-normal">
                  {nameOf(each.staff_id)}
                </th>
                <td className="py-1.5 text-right">{each.minutes}</td>
                <td className="px-4 py-1.5 text-right">{each.load}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function Notes({ record }: { record: MeetingRecord }) {
  const draft = `note of meeting ${record.id}`;
  const [body, setBody] = useState(() => readDraft<string>(draft) ?? "");
  const write = (text: string) => {
    setBody(text);
    if (text) keepDraft(draft, text);
    else forgetDraft(draft);
  };
  const { busy, rpc } = useMeetingChange();
  return (
    <Panel title="Our notes">
      {may("meetings", "edit") && (
        <form
          className="grid gap-2 border-b border-line p-3"
          onSubmit={(event) => {
            event.preventDefault();
            rpc(
              "add_meeting_note",
              { meeting: record.id, body: body.trim() },
              { done: null, failed: "The note was not saved", onDone: () => write("") },
            );
          }}
        >
          <textarea
            aria-label="Write a note"
            placeholder="Write a note. Clients never see it."
            rows={2}
            maxLength={10_000}
            dir="auto"
            className={inputClass("compact")}
            value={body}
            onChange={({ target }) => write(target.value)}
          />
          <Button type="submit" size="compact" className="justify-self-start" disabled={busy || body.trim() === ""}>
            Add the note
          </Button>
        </form>
      )}
      {record.notes.length === 0 && <p className="px-4 py-3 text-muted">No notes.</p>}
      <ul>
        {record.notes.map((note) => (
          <li key={note.id} className="border-b border-line px-4 py-2.5 last:border-b-0">
            <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              {note.body}
            </p>
            <p className="text-caption text-muted">
              {note.by ?? "A former colleague"}, {formatWhen(note.created_at)}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const mailWords: Record<string, string> = {
  confirmed: "Confirmation",
  moved: "New time",
  choose_again: "Asked to choose another time",
  cancelled: "Cancellation",
  requested: "Request received",
  declined: "Declined",
  expired: "Expired",
  reminder: "Reminder",
  unpaid: "Waiting for payment",
  released: "Released",
  invited: "Invitation",
};

function Mails({ record }: { record: MeetingRecord }) {
  return (
    <Panel title="Mails">
      {record.mails.length === 0 && <p className="px-4 py-3 text-muted">None were written.</p>}
      <ul>
        {record.mails.map((mail) => (
          <li
            key={mail.id}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line px-4 py-2.5 last:border-b-0"
          >
            <span className="min-w-0">
              {mail.message ? (
                <Link to={messagePage(mail.message.id)} className="font-semibold underline decoration-control">
                  {mailWords[mail.kind.split(":")[0]!] ?? mail.kind}
                </Link>
              ) : (
                <b className="font-semibold">{mailWords[mail.kind.split(":")[0]!] ?? mail.kind}</b>
              )}
              <span className="text-caption text-muted wrap-anywhere">
                {" "}
                to {mail.to ?? "no one"}, {formatWhen(mail.created_at)}
              </span>
            </span>
            {mail.message && <MessageBadge message={mail.message} />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
