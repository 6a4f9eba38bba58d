// A form that writes to us. What is typed is kept in this tab until the server has it; the same words are one message, however often
// they are sent; what is wrong is said beside the field and in a list above that has the focus.
import { toast } from "../../ui/toast.ts";
import { forgetWords, keepWords, restoreWords } from "./inquiry-draft.ts";
import { watchLength } from "./inquiry-length.ts";
import { clearProblems, type Problems, problemsIn, showProblems } from "./inquiry-problems.ts";
import { type Outcome, sender } from "./inquiry-sender.ts";
import { showSent } from "./inquiry-sent.ts";

export function start(form: HTMLFormElement) {
  const name = form.dataset.form ?? "";
  const send = sender(name);
  const problem = form.querySelector<HTMLElement>("[data-problem]");
  // From here on this script says what is missing, all at once.
  form.noValidate = true;
  restoreWords(form, name);
  watchLength(form);

  form.addEventListener("input", () => keepWords(form, name));
  const touch = () => {
    form.removeEventListener("focusin", touch);
    form.removeEventListener("pointerdown", touch);
    void send.prepare();
  };
  form.addEventListener("focusin", touch);
  form.addEventListener("pointerdown", touch);
  if (form.contains(document.activeElement)) touch();

  const isBusy = () => form.ariaBusy === "true";
  const finish = (outcome: Outcome) => {
    if (outcome.kind === "sent") {
      if (form.dataset.contentTitle) {
        // oxlint-disable-next-line no-console -- the specified behaviour
        console.log("Email captured:", fieldText(form, "email"), "for:", form.dataset.contentTitle);
        const { said, saidHeld } = form.dataset;
        const own = outcome.mailIsHeld ? saidHeld : said;
        // The manifesto's words are the specified ones; its card says beside them when to expect the mail.
        const text = own ?? "Check your email for the full content access.";
        toast({ title: "Success!", text, topic: "email capture" });
      }
      forgetWords(name);
      showSent(form, outcome);
    } else if (outcome.kind === "wrong") showProblems(form, outcome.fields);
    else if (problem) problem.replaceChildren(...inWords(form, outcome));
  };

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    // A second click while the first is on its way is the same wish.
    if (isBusy()) return;
    clearProblems(form);
    problem?.replaceChildren();
    if (form.dataset.contentTitle && !fieldText(form, "email")) return askForAddress(form);
    const missing: Problems = problemsIn(form);
    if (Object.keys(missing).length > 0) return showProblems(form, missing);
    form.ariaBusy = "true";
    const outcome = await send.send(new FormData(form));
    form.ariaBusy = null;
    finish(outcome);
  });
}

const fieldText = (form: HTMLFormElement, name: string) => String(new FormData(form).get(name) ?? "").trim();

/** As specified for the boxes that ask for an address. */
function askForAddress(form: HTMLFormElement) {
  toast({
    title: "Email required",
    text: "Please enter your email address to continue.",
    tone: "danger",
    topic: "email capture",
  });
  form.querySelector<HTMLInputElement>("[name=email]")?.focus();
}

/** Why it was not sent, that nothing is lost, and the other way to reach us, with the words already in it. */
function inWords(form: HTMLFormElement, outcome: Extract<Outcome, { kind: "later" }>): (Node | string)[] {
  const mail = document.createElement("a");
  const subject = fieldText(form, "subject") || form.dataset.contentTitle || "";
  const message = fieldText(form, "message");
  // A longer link is cut by some mail programs: better to say so than to let them.
  const body = message.length > 1500 ? `${message.slice(0, 1500)}\n\n[Please paste the rest from the form]` : message;
  mail.href = `mailto:${form.dataset.mail}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
  mail.textContent = form.dataset.mail ?? "";
  mail.className = "underline";
  return [`${outcome.why} Nothing you typed is lost: send it again here, or write to `, mail, "."];
}
