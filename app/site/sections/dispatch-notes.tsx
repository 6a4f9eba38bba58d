// The finished tool of the sample case, drawn: four fields at left, the three notes they become at right. A picture made of
// text: one label speaks for it.
import { classNames } from "../../ui/class-names.ts";

const fields = [
  ["What", "Switch 14 does not lock"],
  ["Where", "Brackmoor, siding 2"],
  ["Until when", "11:40"],
  ["Who decides", "Shift lead"],
];
const notes = [
  [
    "Log",
    "10:52 Brackmoor S2: switch 14 not locking. Freight 6114 held at signal B7 until 11:40. Shift lead informed.",
  ],
  [
    "Mail to the customer",
    "Your train 6114 waits at Brackmoor and will arrive about 50 minutes late. We write again by 11:40.",
  ],
  ["Radio", "Six one one four, hold at bravo seven. Switch one four is out. Next word at eleven forty."],
];

export function DispatchNotes({ className }: { className?: string }) {
  return (
    <figure className={className}>
      <div
        aria-hidden="true"
        className="turned grid border border-ink bg-surface text-ui md:grid-cols-[2fr_3fr] md:[&>div+div]:border-l max-md:[&>div+div]:border-t [&>div+div]:border-ink"
      >
        <div className="grid content-start gap-4 p-[clamp(1.25rem,2.5vw,2.25rem)]">
          <p className="flex justify-between border-b border-line pb-3 text-caption text-muted">
            <span>Re-plan 27 of today</span>
            <span>10:52</span>
          </p>
          {fields.map(([label, value]) => (
            <p key={label}>
              <span className="block text-caption font-semibold">{label}</span>
              <span className="mt-1 block rounded-1 border border-control bg-ground px-3 py-2">{value}</span>
            </p>
          ))}
        </div>
        <div data-field="nil" className="flex flex-col gap-4 p-[clamp(1.25rem,2.5vw,2.25rem)]">
          {notes.map(([label, text]) => (
            <p key={label} className="border-b border-line pb-4">
              <span className="block text-caption font-semibold">{label}</span>
              <span className={classNames("mt-1 block", label === "Log" && "font-mono text-[0.875em]")}>{text}</span>
            </p>
          ))}
          <p className="mt-auto flex flex-wrap items-center justify-between gap-3 pr-8">
            <span className="text-caption text-muted">Read by a person before it goes</span>
            <span className="rounded-1 rounded-br-turn-sm bg-solid px-4 py-2 font-semibold text-on-solid">
              Send all three
            </span>
          </p>
        </div>
      </div>
      <figcaption className="mt-3 max-w-article text-caption text-muted">
        The tool as it stands at dispatch: four fields become three notes, and one key sends them.
      </figcaption>
    </figure>
  );
}
