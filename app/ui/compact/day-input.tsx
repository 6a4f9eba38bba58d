// A day, a day with its time, or a time, typed by its parts or chosen in a calendar, in the format that the person reads. Its value is text:
// "2026-11-15", "2026-11-15T09:30", "09:30", or "" for none.
import { parseDate, parseDateTime, parseTime, Time, toCalendarDateTime, today } from "@internationalized/date";
import { type ReactNode, type Ref, useEffect, useRef } from "react";
import { Button } from "react-aria-components/Button";
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarHeaderCell,
  CalendarGridBody,
  CalendarGridHeader,
} from "react-aria-components/Calendar";
import { DateInput, DateSegment } from "react-aria-components/DateField";
import { DatePicker } from "react-aria-components/DatePicker";
import { Dialog } from "react-aria-components/Dialog";
import { Group } from "react-aria-components/Group";
import { Heading } from "react-aria-components/Heading";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { Popover } from "react-aria-components/Popover";
import { TimeField } from "react-aria-components/TimeField";
import { classNames } from "../class-names.ts";
import { inputClass } from "../field.tsx";
import { useFormats } from "../formats-context.ts";
import { Icon } from "../icon.tsx";
import { floating, useTopLayer } from "./top-layer.tsx";

const step = "grid size-8 place-items-center rounded-1 hover:bg-shade max-sm:size-11";
const kinds = {
  day: { shape: /^\d{4}-\d{2}-\d{2}$/, parse: parseDate },
  moment: { shape: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/, parse: (text: string) => parseDateTime(text.slice(0, 16)) },
};
const hour = /^\d{2}:\d{2}/;

export interface DayInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** A day alone, unless said otherwise. */
  kind?: "day" | "moment" | "time";
  /** The first and last day that can be chosen. */
  min?: string;
  max?: string;
  /** Cannot be emptied by a button. */
  required?: boolean;
  onBlur?: () => void;
  inputRef?: (element: HTMLElement | null) => void;
  control?: { "aria-invalid": true | undefined; "aria-describedby": string | undefined } | undefined;
}

export default function DayInput({
  label,
  value,
  onChange,
  kind = "day",
  min,
  max,
  required = false,
  onBlur,
  inputRef,
  control,
}: DayInputProps) {
  const { layer, raise } = useTopLayer();
  const { locale, firstDayOfWeek, hourCycle } = useFormats();
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => inputRef?.(group.current?.querySelector<HTMLElement>("[role=spinbutton]") ?? null), [inputRef]);
  const common = {
    "aria-label": label,
    ...(control?.["aria-describedby"] && { "aria-describedby": control["aria-describedby"] }),
    isInvalid: control?.["aria-invalid"] === true,
    ...(onBlur && { onBlur }),
    ...(hourCycle && { hourCycle }),
    shouldForceLeadingZeros: true,
  };
  const clear = value !== "" && !required && (
    <Button
      slot={null}
      aria-label={`Clear ${label}`}
      className="grid size-6 place-items-center max-sm:size-9"
      onPress={() => onChange("")}
    >
      <Icon name="close" className="size-3.5" />
    </Button>
  );
  if (kind === "time") {
    const field = (
      <TimeField
        {...common}
        value={hour.test(value) ? parseTime(value.slice(0, 5)) : null}
        onChange={(time) => onChange(time?.toString().slice(0, 5) ?? "")}
      >
        {/* The parts are a group already. */}
        <Box box={group} role="presentation">
          {clear}
        </Box>
      </TimeField>
    );
    return locale ? <I18nProvider locale={locale}>{field}</I18nProvider> : field;
  }
  const { shape, parse } = kinds[kind];
  const picker = (
    <DatePicker
      {...common}
      granularity={kind === "day" ? "day" : "minute"}
      value={shape.test(value) ? parse(value) : null}
      onChange={(at) => onChange(at?.toString().slice(0, kind === "day" ? 10 : 16) ?? "")}
      // A day chosen in the calendar is in the morning until a time is typed.
      {...(kind === "moment" && { placeholderValue: toCalendarDateTime(today("UTC"), new Time(9)) })}
      {...(min && { minValue: parseDate(min) })}
      {...(max && { maxValue: parseDate(max) })}
      onOpenChange={(open) => open && raise()}
    >
      <Box box={group}>
        {clear}
        <Button className="grid size-6 place-items-center text-muted max-sm:size-9">
          <Icon name="calendar" className="size-4" />
        </Button>
      </Box>
      <Popover placement="bottom end" offset={4} className={classNames(floating, "p-3")}>
        <Dialog className="outline-none">
          <Calendar {...(firstDayOfWeek && { firstDayOfWeek })}>
            <header className="mb-2 flex items-center gap-2">
              <Button slot="previous" className={step}>
                <Icon name="chevron" className="size-4 rotate-90" />
              </Button>
              <Heading className="grow text-center font-semibold" />
              <Button slot="next" className={step}>
                <Icon name="chevron" className="size-4 -rotate-90" />
              </Button>
            </header>
            <CalendarGrid>
              <CalendarGridHeader>
                {(day) => (
                  <CalendarHeaderCell className="pb-1 text-caption font-normal text-muted">{day}</CalendarHeaderCell>
                )}
              </CalendarGridHeader>
              <CalendarGridBody>
                {(date) => (
                  <CalendarCell
                    date={date}
                    className="grid size-9 cursor-pointer place-items-center rounded-1 outline-none hover:bg-shade data-[disabled]:cursor-default data-[disabled]:text-muted data-[disabled]:line-through data-[focus-visible]:outline-2 data-[focus-visible]:outline-focus data-[outside-month]:invisible data-[selected]:bg-solid data-[selected]:text-on-solid max-sm:size-11"
                  />
                )}
              </CalendarGridBody>
            </CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  );
  return layer(locale ? <I18nProvider locale={locale}>{picker}</I18nProvider> : picker);
}

/** The parts to type, in their order and with their signs between them; `children` are the buttons behind. */
const Box = ({ box, role, children }: { box: Ref<HTMLDivElement>; role?: "presentation"; children: ReactNode }) => (
  <Group
    ref={box}
    {...(role && { role })}
    // Its buttons are as high as fit into a field: without its padding it is as high as the fields beside it.
    className={classNames(inputClass("compact"), "flex items-center gap-1 py-0! focus-within:border-focus")}
  >
    <DateInput className="flex min-w-0 grow overflow-hidden whitespace-nowrap">
      {(segment) => (
        <DateSegment
          segment={segment}
          className="rounded-xs px-px outline-none data-[focused]:bg-solid data-[focused]:text-on-solid data-[placeholder]:text-muted"
        />
      )}
    </DateInput>
    {children}
  </Group>
);
