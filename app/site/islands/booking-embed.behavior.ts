// Our booking form in the contact page. It is asked for when its section is shown: most visitors of the page write.
import { startBooking } from "./booking-calendar.ts";

export function start(element: HTMLElement) {
  if (element.closest("[hidden]")) return;
  void load(element);
}

async function load(element: HTMLElement) {
  const response = await fetch(element.dataset.from ?? "").catch(() => null);
  // The office has no page to book on yet: nothing failed, and there is nothing to offer. The form below takes the question.
  if (response?.status === 404) {
    element.closest("section")?.setAttribute("hidden", "");
    return;
  }
  if (!response?.ok) {
    element.querySelector("[data-failed]")?.removeAttribute("hidden");
    element.querySelector("[data-loading]")?.remove();
    return;
  }
  const template = document.createElement("template");
  // Our own server's form, every value escaped there.
  template.innerHTML = await response.text();
  element.replaceChildren(template.content);
  const form = element.querySelector<HTMLFormElement>("form[data-booking]");
  if (form) startBooking(form);
}
