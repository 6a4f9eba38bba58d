// What is wrong with the fields of a form: a sentence under each, and a list of links above that takes the focus.
import { excessOf, limitOf, shorten } from "./inquiry-length.ts";

export type Problems = Record<string, string>;

type Control = HTMLInputElement | HTMLTextAreaElement;
const controlOf = (form: HTMLFormElement, name: string) =>
  form.querySelector<Control>(`[name="${CSS.escape(name)}"]:not([type=hidden])`);

const labelOf = (control: Control) =>
  (control.labels?.[0]?.textContent ?? control.ariaLabel ?? control.name).replace(/ \(optional\)$/, "").trim();

function sentence(control: Control): string | null {
  const { validity } = control;
  const excess = excessOf(control);
  if (excess > 0) return shorten(excess, limitOf(control));
  if (validity.valid && !(control.required && control.value.trim() === "")) return null;
  if (validity.typeMismatch) return "Enter an email address with an @ and a domain, such as you@company.com.";
  if (validity.tooLong) return `Shorten this to ${control.maxLength} characters.`;
  return `Enter your ${labelOf(control).toLowerCase()}.`;
}

export function problemsIn(form: HTMLFormElement): Problems {
  const found: Problems = {};
  for (const control of form.querySelectorAll<Control>("input:not([type=hidden]), textarea")) {
    const wrong = control.name === "trap" ? null : sentence(control);
    if (wrong) found[control.name] = wrong;
  }
  return found;
}

export function showProblems(form: HTMLFormElement, problems: Problems) {
  const summary = form.querySelector<HTMLElement>("[data-summary]");
  const list = summary?.querySelector("ul");
  if (!summary || !list) return;
  list.replaceChildren();
  for (const [name, words] of Object.entries(problems)) {
    const control = controlOf(form, name);
    const item = document.createElement("li");
    if (control) {
      const link = document.createElement("a");
      control.id ||= `inquiry-${name}`;
      link.href = `#${control.id}`;
      link.textContent = `${labelOf(control)}: ${words}`;
      link.addEventListener("click", (event) => {
        event.preventDefault();
        control.focus();
      });
      item.append(link);
      mark(form, control, words);
    } else item.textContent = words;
    list.append(item);
  }
  summary.hidden = false;
  summary.focus();
}

/** Under the field, and read out with it. */
function mark(form: HTMLFormElement, control: Control, words: string) {
  const template = form.querySelector<HTMLTemplateElement>('[data-template="error"]');
  const error = (template?.content.firstElementChild?.cloneNode(true) ?? document.createElement("p")) as HTMLElement;
  (error.querySelector("[data-slot=message]") ?? error).textContent = words;
  error.id = `${control.id}-error`;
  error.dataset.fieldError = "";
  control.ariaInvalid = "true";
  // The hint below the field is still read out.
  control.dataset.hint = control.getAttribute("aria-describedby") ?? "";
  control.setAttribute("aria-describedby", `${control.dataset.hint} ${error.id}`.trim());
  control.after(error);
}

export function clearProblems(form: HTMLFormElement) {
  for (const error of form.querySelectorAll("[data-field-error]")) error.remove();
  for (const control of form.querySelectorAll<HTMLElement>("[aria-invalid]")) {
    control.removeAttribute("aria-invalid");
    if (control.dataset.hint) control.setAttribute("aria-describedby", control.dataset.hint);
    else control.removeAttribute("aria-describedby");
  }
  const summary = form.querySelector<HTMLElement>("[data-summary]");
  if (summary) summary.hidden = true;
}
