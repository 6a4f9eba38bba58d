// After sending: the thanks are in the form's place, with the day we answer by, and their heading has the focus.

const firstName = (name: string) => (name.trim().split(/\s+/)[0] ?? "").slice(0, 24);

export function showSent(form: HTMLFormElement, { day, mailIsHeld }: { day: string | null; mailIsHeld: boolean }) {
  const template = form.querySelector<HTMLTemplateElement>('[data-template="sent"]');
  if (!template) {
    const status = form.querySelector("[data-status]");
    const words = mailIsHeld ? form.dataset.saidHeld : form.dataset.said;
    if (status && words) status.textContent = words;
    form.reset();
    return;
  }
  const sent = template.content.cloneNode(true) as DocumentFragment;
  const asksForNews = new FormData(form).has("subscribe");
  const unsaid = [
    ...(day ? [] : ["day"]),
    ...(mailIsHeld ? ["mail", "news-mail"] : ["held", "news-held"]),
    ...(asksForNews ? [] : ["news-mail", "news-held"]),
  ];
  for (const part of sent.querySelectorAll<HTMLElement>("[data-when]"))
    if (unsaid.includes(part.dataset.when ?? "")) part.remove();
  for (const slot of sent.querySelectorAll("[data-slot=day]")) slot.textContent = day ?? "";
  const name = firstName(String(new FormData(form).get("name") ?? ""));
  const heading = sent.querySelector<HTMLElement>("[data-heading]") ?? pageHeading(form, name);
  const download = sent.querySelector<HTMLElement>("[data-download]");
  form.replaceWith(sent);
  heading?.focus();
  download?.click();
}

/** The contact page's own heading thanks, as on the page that comes without JavaScript. */
function pageHeading(form: HTMLFormElement, name: string): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>("main h1");
  if (!heading) return null;
  if (name) heading.replaceChildren("Thank you, ", document.createElement("br"), name);
  else heading.textContent = "Thank you";
  // A ring or an accent on a capital has room below the line before it.
  if (name) heading.style.lineHeight = "1.12";
  heading.tabIndex = -1;
  heading.style.outline = "none";
  const lead = document.getElementById("lead");
  if (lead) lead.textContent = "Your message is here. A person reads it, and that person answers it.";
  const about = document.getElementById("about-subject");
  if (about) about.hidden = true;
  form.closest("section")?.setAttribute("aria-label", "What happens next");
  document.title = document.title.replace(/^[^|]+/, "Message received ");
  return heading;
}
