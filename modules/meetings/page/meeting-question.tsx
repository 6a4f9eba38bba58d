// What the host is asked about a meeting: nothing of it is decided without them, and the guest has heard nothing.
import { may } from "#app/lib/access.ts";
import { Button } from "#app/ui/button.tsx";
import { Strip } from "#app/ui/compact/strip.tsx";
import { dayName } from "../week/week-grid.tsx";
import { clock } from "../week/week-days.tsx";
import { type MeetingRecord, useMeetingChange } from "../meetings-data.ts";

export function MeetingQuestion({ record }: { record: MeetingRecord }) {
  const { busy, rpc } = useMeetingChange();
  const mayDecide = may("meetings", "send");
  const dismiss = () => rpc("answer_meeting_question", { meeting: record.id }, { done: null, failed: "Not saved" });
  const cancel = () =>
    rpc(
      "cancel_meeting",
      { meeting: record.id },
      { done: "Cancelled. The mail is in the outbox", failed: "Not cancelled" },
    );
  const putBack = () =>
    rpc("put_back_copy", { meeting: record.id }, { done: "It is put back into the calendar", failed: "Not put back" });
  const button = (label: string, onClick: () => void) => (
    <Button key={label} variant="line" size="compact" disabled={busy} onClick={onClick}>
      {label}
    </Button>
  );
  const settle = (joins: boolean) =>
    rpc(
      "settle_guest_company",
      { meeting: record.id, joins },
      { done: joins ? "Added to the company" : "Added with a company of their own", failed: "Not saved" },
    );
  const question = record.question;
  const to = question?.starts_at;
  return (
    <>
      {question && (
        <Strip
          tone="warn"
          action={
            mayDecide && (
              <span className="flex flex-wrap gap-2">
                {question.ask === "deleted" && [button("Cancel the meeting", cancel), button("Put back", putBack)]}
                {question.ask === "moved" && [
                  to &&
                    button("Move the meeting", () =>
                      rpc(
                        "move_meeting",
                        { meeting: record.id, starts_at: to, over_entries: true },
                        { done: "Moved. The mail is in the outbox", failed: "Not moved" },
                      ),
                    ),
                  button("Put back", putBack),
                ]}
                {question.ask === "zone" && [
                  to &&
                    button(`Move to ${clock(to)}`, () =>
                      rpc(
                        "move_meeting",
                        { meeting: record.id, starts_at: to, over_entries: true },
                        { done: "Moved. The mail is in the outbox", failed: "Not moved" },
                      ),
                    ),
                  button("Keep the moment", dismiss),
                ]}
                {question.ask === "declined" && [button("Cancel the meeting", cancel), button("Keep it", dismiss)]}
                {!["deleted", "moved", "declined", "zone"].includes(question.ask) && button("I have seen it", dismiss)}
              </span>
            )
          }
        >
          <b>{questionWords[question.ask] ?? "Please look at this meeting."}</b>
          {question.ask === "moved" && to && ` It is at ${clock(to)}, ${dayName(to).toLowerCase()}, there.`}
          {question.ask === "zone" && to && ` The hour that was booked is ${clock(to)} now.`} The meeting stands, and
          the guest has heard nothing.
        </Strip>
      )}
      {record.suggested && (
        <Strip
          tone="plain"
          action={
            may("meetings", "edit") && (
              <span className="flex flex-wrap gap-2">
                {button(`Add to ${record.suggested.name}`, () => settle(true))}
                {button("A company of their own", () => settle(false))}
              </span>
            )
          }
        >
          <b>The guest is new, with an address at the domain of {record.suggested.name}.</b> The address is not proved,
          so they belong to no company yet.
        </Strip>
      )}
      {record.is_conflict && (
        <Strip
          tone="warn"
          action={
            mayDecide && (
              <span className="flex flex-wrap gap-2">
                {button("Offer new times", () =>
                  rpc(
                    "offer_new_times",
                    { meeting: record.id },
                    { done: "The mail is in the outbox", failed: "No mail was written" },
                  ),
                )}
                {button("Free the entry", () =>
                  rpc(
                    "free_entry",
                    { meeting: record.id },
                    { done: "The entry no longer counts here", failed: "Not saved" },
                  ),
                )}
                {button("Keep both", () =>
                  rpc("keep_both", { meeting: record.id }, { done: "Both stay", failed: "Not saved" }),
                )}
              </span>
            )
          }
        >
          <b>An entry in the calendar came later and overlaps this meeting.</b> Nothing moves by itself.
        </Strip>
      )}
    </>
  );
}

const questionWords: Record<string, string> = {
  deleted: "This meeting was deleted in the calendar. Cancel it or put it back?",
  moved: "This meeting was moved in the calendar. Move the meeting or put it back?",
  declined: "The guest’s calendar declined this meeting.",
  zone: "The rules of a time zone changed: the hour that was booked is another moment now.",
};
