// What is typed into a form, kept in this tab: a reload, Back or a lost connection loses nothing. It goes once the server has it.
const keyOf = (form: string) => `inquiry:${form}`;

type Control = HTMLInputElement | HTMLTextAreaElement;
/** What the visitor types or ticks, without the fields that are ours. */
const typed = (form: HTMLFormElement): Control[] =>
  [...form.querySelectorAll<Control>("input:not([type=hidden]), textarea")].filter(
    ({ name }) => name !== "" && name !== "trap",
  );

export function keepWords(form: HTMLFormElement, name: string) {
  const words: Record<string, string | boolean> = {};
  for (const control of typed(form))
    words[control.name] =
      control instanceof HTMLInputElement && control.type === "checkbox" ? control.checked : control.value;
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(words));
  } catch {
    // Storage is full or blocked: the page itself still holds the words.
  }
}

/** Fields that hold something already, typed or filled by the page, stay as they are. A first line that the page wrote stays above. */
export function restoreWords(form: HTMLFormElement, name: string) {
  let kept: Record<string, unknown>;
  try {
    kept = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? "{}") as Record<string, unknown>;
  } catch {
    return;
  }
  for (const control of typed(form)) {
    const value = kept[control.name];
    if (typeof value === "boolean" && control instanceof HTMLInputElement) control.checked ||= value;
    else if (typeof value === "string" && value !== "") {
      const first = control.dataset["prefilled"] ?? "";
      if (control.value === first || control.value === "")
        control.value = value.startsWith(first.trim()) ? value : first + value;
    }
  }
}

export function forgetWords(name: string) {
  try {
    sessionStorage.removeItem(keyOf(name));
  } catch {
    // Nothing was kept, then.
  }
}
