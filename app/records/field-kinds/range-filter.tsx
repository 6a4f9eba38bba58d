import { useId, useState } from "react";
import { Button } from "react-aria-components/Button";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { parseNumber, typedNumber } from "#domain/formats.ts";
import { formatDay } from "#domain/days.ts";
import { IconButton } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { floating, useTopLayer } from "#app/ui/compact/top-layer.tsx";
import { inputClass } from "#app/ui/field.tsx";
import { filterBox } from "./filter-box.ts";
import { LateDayInput } from "./late-day-input.tsx";
import { joinRange, type Range, splitRange } from "./range.ts";

/** "any", "from Nov 1, 2026", "100 to 500". */
function words({ from, to }: Range, input: "day" | "amount"): string {
  const [start, end] = input === "day" ? [formatDay(from), formatDay(to)] : [typedNumber(from), typedNumber(to)];
  if (start && end) return `${start} to ${end}`;
  return start ? `from ${start}` : end ? `to ${end}` : "any";
}

export function RangeFilter({
  label,
  value,
  onChange,
  input,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  input: "day" | "amount";
}) {
  const id = useId();
  const { layer, raise } = useTopLayer();
  const range = splitRange(value);
  const ends = ["from", "to"] as const;
  return (
    <span className={classNames(filterBox, "inline-flex items-center gap-1", value && "pr-0.5")}>
      {layer(
        <DialogTrigger onOpenChange={(open) => open && raise()}>
          <Button className={classNames("min-h-8", value && "font-semibold")}>
            {label}: {words(range, input)}
          </Button>
          <Popover placement="bottom start" offset={6} className={classNames(floating, "p-3")}>
            <Dialog aria-label={label} className="grid gap-3 outline-none">
              {ends.map((end) => (
                <div key={end} className="grid gap-1">
                  <label htmlFor={`${id}-${end}`} className="text-caption font-semibold">
                    {end === "from" ? "From" : "To"}
                  </label>
                  {input === "day" ? (
                    <LateDayInput
                      label={end === "from" ? "From" : "To"}
                      value={range[end]}
                      onChange={(day) => onChange(joinRange({ ...range, [end]: day }))}
                    />
                  ) : (
                    <AmountInput
                      id={`${id}-${end}`}
                      value={range[end]}
                      onChange={(amount) => onChange(joinRange({ ...range, [end]: amount }))}
                    />
                  )}
                </div>
              ))}
            </Dialog>
          </Popover>
        </DialogTrigger>,
      )}
      {value && (
        <IconButton name="close" label={`Remove filter ${label}`} size="compact" onClick={() => onChange("")} />
      )}
    </span>
  );
}

/** Typed with the person's own signs; its value is a plain decimal where it is one. */
function AmountInput({ id, value, onChange }: { id: string; value: string; onChange: (amount: string) => void }) {
  const [typed, setTyped] = useState(() => typedNumber(value));
  const plain = (text: string) => parseNumber(text) ?? text;
  return (
    <input
      id={id}
      inputMode="decimal"
      value={plain(typed) === value ? typed : typedNumber(value)}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(plain(target.value));
      }}
      className={inputClass("compact")}
    />
  );
}
