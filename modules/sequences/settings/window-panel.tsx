// When mails of a sequence may leave: twelve hours of each day, one sentence, and all of it changed in one dialog.
import { useState } from "react";
import { IconButton } from "#app/ui/button.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { openShare, weekdayNames, windowWords } from "../sequence.ts";
import type { Sequence } from "../sequences-data.ts";
import { SettingsDialog } from "./settings-dialog.tsx";

export function WindowPanel({ sequence }: { sequence: Sequence }) {
  const [editing, setEditing] = useState(false);
  const first = Math.min(7, Number(sequence.window_start.slice(0, 2)));
  const hours = Array.from({ length: 12 }, (_, index) => first + index);
  // Saturday and Sunday only where something leaves on them.
  const days = [1, 2, 3, 4, 5, 6, 7].filter((day) => day <= 5 || sequence.weekdays.includes(day));
  return (
    <section aria-label="Sending window" className={panelClass}>
      <header className="flex items-center justify-between gap-3 border-b border-line py-1.5 pr-2 pl-4">
        <h2 className="text-small font-[640]">Sending window</h2>
        <IconButton name="edit" label="Edit the sending window" size="compact" onClick={() => setEditing(true)} />
      </header>
      <div className="grid gap-3 px-4 py-3.5">
        <p className="sr-only">{windowWords(sequence)}</p>
        <div
          aria-hidden="true"
          className="grid grid-cols-[2rem_repeat(12,minmax(0,1fr))] items-center gap-0.5 text-[0.6875rem] text-muted"
        >
          <span />
          {hours.map((hour, index) => (
            <span key={hour}>{index % 2 === 0 ? hour : ""}</span>
          ))}
          {days.map((day) => (
            <Day key={day} day={day} sequence={sequence} hours={hours} />
          ))}
        </div>
        <p className="text-caption text-muted">
          In the reader’s time zone where it is known, else {sequence.timezone}. At most {sequence.daily_cap} a day,
          never on the office’s holidays
          {sequence.holidays.length > 0 && ` nor on ${sequence.holidays.length} more days`}.
        </p>
      </div>
      {editing && <SettingsDialog sequence={sequence} onClose={() => setEditing(false)} />}
    </section>
  );
}

function Day({ day, sequence, hours }: { day: number; sequence: Sequence; hours: readonly number[] }) {
  const open = sequence.weekdays.includes(day);
  return (
    <>
      <span>{weekdayNames[day - 1]}</span>
      {hours.map((hour) => {
        const share = open ? openShare(sequence, hour) : 0;
        return (
          <i key={hour} className="relative h-4 bg-sunken">
            {share > 0 && <i className="absolute inset-y-0 left-0 bg-ink" style={{ width: `${share * 100}%` }} />}
          </i>
        );
      })}
    </>
  );
}
