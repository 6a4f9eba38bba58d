// A month as a grid of days: one tab stop, arrows, Home and End in the week, Page Up and Page Down for months.

export interface MonthGrid {
  draw(month: string, selected: string, counts: ReadonlyMap<string, number>): void;
  select(day: string): void;
  title(month: string): string;
}

interface Parts {
  locale: string;
  today(): string;
  isOpen(month: string): boolean;
  onMonth(month: string): void;
  onDay(day: string): void;
}

const maxMarks = 5;
const dayMs = 86_400_000;
const at = (day: string) => new Date(`${day}T12:00:00Z`);
const plus = (day: string, days: number) => new Date(at(day).getTime() + days * dayMs).toISOString().slice(0, 10);
/** 0 is Monday. */
const weekday = (day: string) => (at(day).getUTCDay() + 6) % 7;
const monthPlus = (month: string, months: number) => {
  const date = at(`${month}-15`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 7);
};
const lastOf = (month: string) => plus(`${monthPlus(month, 1)}-01`, -1);

const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};
const arrow = (label: string, back: boolean) => {
  const button = element("button", { type: "button", "aria-label": label });
  button.innerHTML = `<svg class="icon${back ? " back" : ""}" viewBox="0 0 24 24" aria-hidden="true"><path d="M9 6l6 6-6 6"/></svg>`;
  return button;
};

export function monthGrid(place: HTMLElement, { locale, today, isOpen, onMonth, onDay }: Parts): MonthGrid {
  const calendar = `${locale}-u-ca-gregory-nu-latn`;
  const monthName = new Intl.DateTimeFormat(calendar, { month: "long", year: "numeric", timeZone: "UTC" });
  const shortDay = new Intl.DateTimeFormat(calendar, { weekday: "short", timeZone: "UTC" });
  const fullDay = new Intl.DateTimeFormat(calendar, { weekday: "long", timeZone: "UTC" });
  const longDay = new Intl.DateTimeFormat(calendar, {
    weekday: "long",
    month: "long",
    day: "numeric",
    timeZone: "UTC",
  });
  const title = (month: string) => monthName.format(at(`${month}-15`));

  let shown = "";
  let focused = "";
  let wanted: string | null = null;
  const heading = element("h2", { lang: locale, id: "bk-month" });
  const back = arrow("Earlier month", true);
  const on = arrow("Later month", false);
  const body = element("tbody");
  const names = element("tr");
  for (let n = 0; n < 7; n += 1) {
    const date = at(plus("2024-01-01", n));
    names.append(element("th", { scope: "col", abbr: fullDay.format(date), lang: locale }, shortDay.format(date)));
  }
  const legend = element("span");
  const table = element("table", { role: "grid", "aria-labelledby": "bk-month" }, element("thead", {}, names), body);
  place.replaceChildren(
    element("div", { class: "bk-head" }, heading, back, on),
    table,
    element("p", { class: "bk-legend" }, element("i", { "aria-hidden": "true" }), legend),
  );

  const turn = (months: number, focusDay: string | null) => {
    const month = monthPlus(shown, months);
    if (!isOpen(month)) return;
    wanted = focusDay;
    onMonth(month);
  };
  back.addEventListener("click", () => turn(-1, null));
  on.addEventListener("click", () => turn(1, null));

  const buttonOf = (day: string) => body.querySelector<HTMLButtonElement>(`button[data-day="${day}"]`);
  /** One of them can be reached by Tab. */
  function rove(day: string, focus: boolean) {
    for (const button of body.querySelectorAll("button")) button.tabIndex = button.dataset.day === day ? 0 : -1;
    focused = day;
    if (focus) buttonOf(day)?.focus();
  }
  function go(day: string) {
    const month = day.slice(0, 7);
    if (month === shown) rove(day, true);
    else turn(month > shown ? 1 : -1, day);
  }
  body.addEventListener("keydown", (event) => {
    const steps: Record<string, () => string> = {
      ArrowLeft: () => plus(focused, -1),
      ArrowRight: () => plus(focused, 1),
      ArrowUp: () => plus(focused, -7),
      ArrowDown: () => plus(focused, 7),
      Home: () => plus(focused, -weekday(focused)),
      End: () => plus(focused, 6 - weekday(focused)),
      PageUp: () => sameDay(-1),
      PageDown: () => sameDay(1),
    };
    const step = steps[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(step());
  });
  const sameDay = (months: number) => {
    const month = monthPlus(shown, months);
    const same = `${month}${focused.slice(7)}`;
    return same <= lastOf(month) ? same : lastOf(month);
  };

  return {
    title,
    draw(month, selected, counts) {
      shown = month;
      heading.textContent = title(month);
      back.setAttribute("aria-disabled", String(!isOpen(monthPlus(month, -1))));
      on.setAttribute("aria-disabled", String(!isOpen(monthPlus(month, 1))));
      const rows: HTMLElement[] = [];
      const first = `${month}-01`;
      const most = Math.max(0, ...counts.values());
      legend.textContent = `One mark is one free time${most > maxMarks ? `, ${maxMarks} are ${maxMarks} or more` : ""}.`;
      for (let start = plus(first, -weekday(first)); start <= lastOf(month); start = plus(start, 7)) {
        const row = element("tr");
        for (let n = 0; n < 7; n += 1) {
          const day = plus(start, n);
          const cell = element("td", { role: "gridcell" });
          row.append(cell);
          if (!day.startsWith(month)) continue;
          const count = counts.get(day) ?? 0;
          const times = count === 0 ? "no free times" : `${count} free ${count === 1 ? "time" : "times"}`;
          const button = element("button", {
            type: "button",
            "data-day": day,
            "aria-label": `${longDay.format(at(day))}: ${times}`,
            "aria-pressed": "false",
          });
          button.append(String(Number(day.slice(8))));
          if (count > 0) {
            button.dataset.count = String(count);
            const marks = element("span", { class: "bk-marks", "aria-hidden": "true" });
            for (let mark = 0; mark < Math.min(count, maxMarks); mark += 1) marks.append(element("i"));
            button.append(marks);
          }
          if (day === today()) button.setAttribute("aria-current", "date");
          button.addEventListener("click", () => {
            rove(day, false);
            onDay(day);
          });
          cell.append(button);
        }
        rows.push(row);
      }
      body.replaceChildren(...rows);
      const target = wanted ?? selected;
      rove(buttonOf(target) ? target : first, wanted !== null);
      wanted = null;
    },
    select(day) {
      for (const button of body.querySelectorAll("button"))
        button.setAttribute("aria-pressed", String(button.dataset.day === day));
    },
  };
}
