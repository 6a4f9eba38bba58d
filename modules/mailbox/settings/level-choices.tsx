// What is kept of a mailbox, and what colleagues see of that: three and four depths, in words.
import { Chip } from "#app/ui/badge.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { formatWhen } from "#app/lib/formats.ts";
import { currentTime } from "#domain/clock.ts";
import { firstName, Initials } from "../initials.tsx";
import type { KeepLevel, SeeLevel } from "../mailbox.ts";

export const keepChoices: readonly { id: KeepLevel; name: string; about: string }[] = [
  { id: "headers", name: "People and day only", about: "No words at all" },
  { id: "snippet", name: "And the first two lines", about: "Enough to know what it was about" },
  { id: "text", name: "The whole text", about: "Up to 100 KB a mail; files stay in the mailbox" },
];

export const seeChoices: readonly { id: SeeLevel; name: string; about: string }[] = [
  { id: "nothing", name: "Nothing", about: "Not even that it exists" },
  { id: "headers", name: "People and day", about: "Default for a personal mailbox" },
  { id: "snippet", name: "And the first two lines", about: "With the subject" },
  { id: "text", name: "The whole text", about: "Default for a shared mailbox" },
];

const depth: readonly SeeLevel[] = ["nothing", "headers", "snippet", "text"];
/** What is not kept cannot be shown. */
export const isShown = (see: SeeLevel, keep: KeepLevel) => depth.indexOf(see) <= depth.indexOf(keep);

export function LevelChoices<Level extends string>({
  legend,
  name,
  choices,
  chosen,
  disabled = false,
  onChoose,
}: {
  legend: string;
  name: string;
  choices: readonly { id: Level; name: string; about: string }[];
  chosen: Level;
  disabled?: boolean;
  onChoose: (level: Level) => void;
}) {
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className="mb-2 text-caption font-semibold">{legend}</legend>
      <div className="overflow-clip rounded-1 border border-control">
        {choices.map((choice) => (
          <label
            key={choice.id}
            className="grid cursor-pointer grid-cols-[1.25rem_minmax(0,1fr)] items-center gap-x-3 px-3.5 py-2.25 not-first:border-t not-first:border-line has-checked:bg-nil has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus has-disabled:cursor-default"
          >
            <input
              type="radio"
              name={name}
              value={choice.id}
              checked={choice.id === chosen}
              onChange={() => onChoose(choice.id)}
              className="row-span-2 size-4.5 accent-[var(--ink)]"
            />
            <span className="font-semibold">{choice.name}</span>
            <span className="col-start-2 text-xs text-muted in-[:has(>input:checked)]:text-ink">{choice.about}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface Example {
  at: string;
  subject: string | null;
  snippet: string | null;
  other: string | null;
}

const made: Example = {
  at: currentTime().toISOString(),
  subject: "Publishing desk, questions from our side",
  snippet: "If nine of them are answered by Wednesday I can take it to the committee.",
  other: "Maren Oduya",
};

/** The row that a colleague would see, of the newest mail or of a made-up one. */
export function AsColleague({
  owner,
  keep,
  see,
  example,
}: {
  owner: string;
  keep: KeepLevel;
  see: SeeLevel;
  example?: Example | null;
}) {
  const told = example ?? made;
  const level = isShown(see, keep) ? see : keep;
  return (
    <div className="rounded-1 rounded-br-turn-sm border border-line px-3.5 py-3">
      {level === "nothing" ? (
        <p className="text-caption text-muted">Nothing. To colleagues it is as if this mail did not exist.</p>
      ) : (
        <div className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3">
          <Initials name={owner} />
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
            <p className="flex items-baseline justify-between gap-2">
              <span dir="auto" className="min-w-0 truncate text-left font-[560]">
                {level === "headers"
                  ? `A mail between ${owner} and ${told.other ?? "someone"}`
                  : (told.subject ?? made.subject)}
              </span>
              <span className="shrink-0 text-xs text-muted first-letter:uppercase">{formatWhen(told.at)}</span>
            </p>
            <p dir="auto" className="line-clamp-2 text-left text-caption wrap-anywhere text-muted">
              {level === "headers"
                ? `${firstName(owner)} shows colleagues the people and the day, not the words.`
                : (told.snippet ?? made.snippet)}
            </p>
            <p className="pt-0.5">
              {level === "headers" && (
                <Chip>
                  <Icon name="lock" className="size-3.5" />
                  Words not shared
                </Chip>
              )}
              {level === "text" && <Chip tone="nil">Opens to the whole text; you see who opened it</Chip>}
            </p>
          </div>
        </div>
      )}
    </div>
  );
}
