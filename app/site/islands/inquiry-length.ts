// How long a message may be is said before it is typed, counted near the end, and never enforced by cutting: what is pasted stays whole.
const number = (value: number) => value.toLocaleString("en-US");

export const limitOf = (control: HTMLElement) => Number(control.dataset.limit ?? 0);

/** By how much a field is too long; 0 when it is not. */
export const excessOf = (control: HTMLInputElement | HTMLTextAreaElement) =>
  limitOf(control) > 0 ? Math.max(0, control.value.length - limitOf(control)) : 0;

export const shorten = (excess: number, limit: number) =>
  `Shorten this by ${number(excess)} ${excess === 1 ? "character" : "characters"} to ${number(limit)}, or send it by email.`;

export function watchLength(form: HTMLFormElement) {
  const area = form.querySelector<HTMLTextAreaElement>("textarea[data-limit]");
  const count = form.querySelector<HTMLElement>("[data-count]");
  if (!area || !count) return;
  const limit = limitOf(area);
  const first = count.textContent;
  // Read out when it changes from one to the next, not at every letter.
  let state = "";
  const show = () => {
    const { length } = area.value;
    const excess = excessOf(area);
    const next = excess > 0 ? "over" : length >= limit * 0.9 ? "near" : "";
    const counted = `${number(length)} of ${number(limit)} characters`;
    if (next === "over") count.textContent = `${counted}: ${number(excess)} too many.`;
    else count.textContent = next === "near" ? `${counted}.` : first;
    count.classList.toggle("text-danger", next === "over");
    if (next === state) return;
    state = next;
    count.ariaLive = next === "" ? null : "polite";
  };
  area.addEventListener("input", show);
  form.addEventListener("reset", () => queueMicrotask(show));
  show();
}
