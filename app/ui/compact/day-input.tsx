// A day, typed by its parts or chosen in a calendar. Its value is text: "2026-11-15", or "" for none.
import { parseDate } from "@internationalized/date";
import { useEffect, useRef } from "react";
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
import { classNames } from "../class-names.ts";
import { inputClass } from "../field.tsx";
import { useFormats } from "../formats-context.ts";
import { Icon } from "../icon.tsx";
import { floating, useTopLayer } from "./top-layer.tsx";

const shape = /^\d{4}-\d{2}-\d{2}$/;
const step = "grid size-8 place-items-center rounded-1 hover:bg-shade";

export default function DayInput({
  label,
  value,
  onChange,
  onBlur,
  inputRef,
  control,
}: {
  label: string;
  value: string;
  onChange: (day: string) => void;
  onBlur?: () => void;
  inputRef?: (element: HTMLElement | null) => void;
  control?: { "aria-invalid": true | undefined; "aria-describedby": string | undefined };
}) {
  const { layer, raise } = useTopLayer();
  const { locale, firstDayOfWeek } = useFormats();
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => inputRef?.(group.current?.querySelector<HTMLElement>("[role=spinbutton]") ?? null), [inputRef]);
  const picker = (
    <DatePicker
      aria-label={label}
      {...(control?.["aria-describedby"] && { "aria-describedby": control["aria-describedby"] })}
      isInvalid={control?.["aria-invalid"] === true}
      value={shape.test(value) ? parseDate(value) : null}
      onChange={(day) => onChange(day?.toString() ?? "")}
      {...(onBlur && { onBlur })}
      onOpenChange={(open) => open && raise()}
      shouldForceLeadingZeros
    >
      <Group
        ref={group}
        className={classNames(inputClass("compact"), "flex items-center gap-1 focus-within:border-focus")}
      >
        <DateInput className="flex grow">
          {(segment) => (
            <DateSegment
              segment={segment}
              className="rounded-xs px-px outline-none data-[focused]:bg-solid data-[focused]:text-on-solid data-[placeholder]:text-muted"
            />
          )}
        </DateInput>
        {value !== "" && (
          <Button
            slot={null}
            aria-label={`Clear ${label}`}
            className="grid size-6 place-items-center"
            onPress={() => onChange("")}
          >
            <Icon name="close" className="size-3.5" />
          </Button>
        )}
        <Button className="grid size-6 place-items-center text-muted">
          <Icon name="calendar" className="size-4" />
        </Button>
      </Group>
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
                    className="grid size-9 cursor-pointer place-items-center rounded-1 outline-none hover:bg-shade data-[focus-visible]:outline-2 data-[focus-visible]:outline-focus data-[outside-month]:invisible data-[selected]:bg-solid data-[selected]:text-on-solid"
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
