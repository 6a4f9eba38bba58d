// The month of a booking form: days say how many times they have, one tab stop, arrows. The form itself is the server's, with or without this;
// only its list of days is replaced. Also on the page that moves a meeting.
import { currentTime } from "#domain/clock.ts";
import { clockText, dayOf, dayText, isZone, weekdayText, zoneText } from "#domain/meeting-times.ts";
import { type MonthGrid, monthGrid } from "./booking-month.ts";
// Imported statically: a dynamic import would add a helper file to every public page.
import { solve } from "./inquiry-proof.ts";

const keptMinutes = 10;

export function startBooking(form: HTMLFormElement) {
  const api = form.dataset.booking ?? "";
  const locale = form.dataset.locale ?? "en-US";
  const moved = form.dataset.move;
  const find = <T extends Element = HTMLElement>(selector: string) => form.querySelector<T>(selector);
  const place = find("[data-calendar]");
  const slots = find("[data-slots]");
  const status = find("[data-status]");
  const confirm = find<HTMLButtonElement>("[data-confirm]");
  const select = find<HTMLSelectElement>("[data-zone]");
  if (!place || !slots || !status || !confirm) return;

  const firstLink = document.querySelector<HTMLAnchorElement>("[data-first]");
  const listed = [...slots.querySelectorAll<HTMLInputElement>("[name=time]")];
  let chosen = listed.find((input) => input.checked)?.value ?? "";
  let zone = ownZone();
  const firstFree = firstLink?.dataset.first ?? listed[0]?.value ?? currentTime().toISOString();
  // Where the server's list begins: with what is free next, after a time that was gone.
  let day = dayOf(new Date(chosen || listed[0]?.value || firstFree), zone);
  let asked = 0;
  let months = new Map<string, string[]>();
  /** Refused to this form; what the server says of a month may be seconds old. */
  const gone = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Reserved by this form. */
  let kept = false;
  const pressed = confirm.textContent?.trim() || "Confirm";
  const verb = pressed === "Ask for this time" ? "Ask for" : pressed;
  const say = (words: string) => (status.textContent = words);

  function ownZone(): string {
    if (form.dataset.zoneFixed) return form.dataset.zoneFixed;
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    // A zone that the visitor chose stays.
    if (!select || select.value !== form.dataset.office || chosen || !isZone(own)) return select?.value ?? "UTC";
    if (![...select.options].some(({ value }) => value === own)) select.add(new Option(own, own));
    select.value = own;
    return own;
  }

  // What the list without script held: the chosen instant, and the radio buttons of one day.
  const hidden = document.createElement("input");
  hidden.type = "hidden";
  hidden.name = "time";
  hidden.value = chosen;
  const heading = document.createElement("h2");
  heading.className = "bk-day-name";
  const zoneLine = document.createElement("p");
  zoneLine.className = "small muted";
  const group = document.createElement("div");
  group.setAttribute("role", "radiogroup");
  group.className = "bk-slots";
  const said = document.createElement("p");
  said.className = "small muted";
  slots.replaceChildren(heading, zoneLine, hidden, group, said);
  slots.style.cssText = "display:grid;gap:.75rem";
  find("[data-turn]")?.setAttribute("hidden", "");
  place.hidden = false;
  form.classList.add("has-calendar");

  const today = () => dayOf(currentTime(), zone);
  const lastDay = () => {
    const end = currentTime();
    end.setDate(end.getDate() + Number(form.dataset.horizon ?? 365));
    return dayOf(end, zone);
  };
  const grid: MonthGrid = monthGrid(place, {
    locale,
    today,
    isOpen: (month) => month >= today().slice(0, 7) && month <= lastDay().slice(0, 7),
    onMonth: (month) => void load(month),
    onDay(picked) {
      day = picked;
      drawSlots();
      group.querySelector("input")?.focus();
    },
  });

  const dayTimes = (of: string) => (months.get(of.slice(0, 7)) ?? []).filter((at) => dayOf(new Date(at), zone) === of);

  async function load(month: string, again = false) {
    const mine = (asked += 1);
    if (again || !months.has(month)) {
      place!.classList.add("busy");
      place!.setAttribute("aria-busy", "true");
      try {
        const query = new URLSearchParams({ month, zone, ...(form.dataset.who && { who: form.dataset.who }) });
        const response = await fetch(`${api}/times?${query}`);
        if (!response.ok) throw new Error(String(response.status));
        const { times } = (await response.json()) as { times: string[] };
        // What this form keeps for itself is free for it.
        if (chosen && dayOf(new Date(chosen), zone).startsWith(month) && !times.includes(chosen) && kept)
          times.push(chosen);
        months.set(month, times.filter((at) => !gone.has(at)).toSorted());
      } catch {
        if (mine === asked) failed(month);
        return;
      } finally {
        place!.classList.remove("busy");
        place!.removeAttribute("aria-busy");
      }
    }
    if (mine !== asked) return;
    draw(month);
  }

  function failed(month: string) {
    const retry = document.createElement("button");
    retry.type = "button";
    retry.className = "link";
    retry.textContent = "Try again";
    retry.addEventListener("click", () => void load(month));
    said.replaceChildren("The times did not load. ", retry);
    say("The times did not load.");
  }

  function draw(month: string) {
    const counts = new Map<string, number>();
    for (const at of months.get(month) ?? []) {
      const of = dayOf(new Date(at), zone);
      counts.set(of, (counts.get(of) ?? 0) + 1);
    }
    if (!day.startsWith(month)) day = [...counts.keys()][0] ?? `${month}-01`;
    grid.draw(month, day, counts);
    drawSlots();
    say(
      `${grid.title(month)}: ${counts.size === 0 ? "no day has free times" : `${counts.size} ${counts.size === 1 ? "day has" : "days have"} free times`}.`,
    );
  }

  function drawSlots() {
    const noon = new Date(`${day}T12:00:00Z`);
    heading.textContent = dayText(noon, "UTC", locale);
    heading.lang = locale;
    zoneLine.textContent = `Your time, ${zoneText(noon, zone)}`;
    group.setAttribute("aria-label", heading.textContent);
    const times = dayTimes(day);
    group.replaceChildren(
      ...times.map((at) => {
        const label = document.createElement("label");
        label.className = "bk-slot";
        const input = document.createElement("input");
        input.type = "radio";
        input.name = "slot";
        input.value = at;
        input.checked = at === chosen;
        const text = document.createElement("span");
        text.textContent = clockText(new Date(at), zone, locale);
        text.lang = locale;
        label.append(input, text);
        input.addEventListener("change", () => void choose(at));
        return label;
      }),
    );
    said.textContent = times.length === 0 ? "No free times on this day." : "";
    grid.select(day);
    drawChoice();
  }

  function drawChoice() {
    hidden.value = chosen;
    if (!chosen) {
      confirm!.textContent = pressed;
      return;
    }
    const at = new Date(chosen);
    const words = `${weekdayText(at, zone, locale)}, ${clockText(at, zone, locale)}`;
    confirm!.textContent = moved ? `Move to ${words}` : `${verb} ${words}`;
    const to = find("[data-to]");
    if (to) to.textContent = `${dayText(at, zone, locale)}, ${clockText(at, zone, locale)}`;
  }

  async function choose(at: string) {
    chosen = at;
    kept = false;
    drawChoice();
    clearTimeout(timer);
    if (moved) return;
    const body = JSON.stringify({ form: find<HTMLInputElement>("[name=form]")?.value, time: at });
    const response = await fetch(`${api}/reserve`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    }).catch(() => null);
    if (chosen !== at) return;
    if (response?.status === 409) {
      chosen = "";
      gone.add(at);
      // What is free now, as everyone sees it; the focus goes to the time that is nearest.
      months = new Map();
      await load(day.slice(0, 7));
      if (chosen) return;
      said.textContent = `Someone was faster: ${clockText(new Date(at), zone, locale)} is taken. Choose another time.`;
      say(said.textContent);
      const left = [...group.querySelectorAll("input")];
      (left.find(({ value }) => value > at) ?? left.at(-1))?.focus();
      return;
    }
    const answer = response?.ok ? ((await response.json()) as { reserved?: string }) : {};
    if (!answer.reserved) return;
    kept = true;
    said.textContent = `We keep this time for you for ${keptMinutes} minutes.`;
    say(said.textContent);
    timer = setTimeout(() => {
      kept = false;
      said.textContent =
        "We no longer keep this time. What you typed is still here, and you can book it if it is still free.";
      say(said.textContent);
    }, keptMinutes * 60_000);
  }

  select?.addEventListener("change", () => {
    zone = select.value;
    months = new Map();
    if (chosen) day = dayOf(new Date(chosen), zone);
    drawFirst();
    void load(day.slice(0, 7));
  });
  function drawFirst() {
    const time = firstLink?.querySelector("time");
    if (!firstLink?.dataset.first || !time) return;
    const at = new Date(firstLink.dataset.first);
    time.textContent = `${dayText(at, zone, locale)}, ${clockText(at, zone, locale)}`;
    const beside = document.querySelector("[data-first-zone]");
    if (beside) beside.textContent = zoneText(at, zone);
  }
  firstLink?.addEventListener("click", async (event) => {
    event.preventDefault();
    day = dayOf(new Date(firstFree), zone);
    await load(day.slice(0, 7));
    day = dayOf(new Date(firstFree), zone);
    drawSlots();
    const input = [...group.querySelectorAll("input")].find(({ value }) => value === firstFree);
    input?.click();
    input?.focus();
  });
  form.addEventListener("submit", (event) => {
    if (hidden.value) return;
    event.preventDefault();
    said.textContent = "Choose a time.";
    say("Choose a time.");
    (group.querySelector("input") ?? place.querySelector("button[tabindex='0']"))?.focus();
  });

  if (form.dataset.proof) void prove(form, form.dataset.proof);
  drawFirst();
  find("[data-said]")?.focus();
  void load(day.slice(0, 7));
}

/** Work that is asked for while very many bookings come. Without it the booking is looked at by a person. */
async function prove(form: HTMLFormElement, challenge: string) {
  const field = form.querySelector<HTMLInputElement>("[data-proof-field]");
  if (field) field.value = (await solve(JSON.parse(challenge))) ?? "";
}
