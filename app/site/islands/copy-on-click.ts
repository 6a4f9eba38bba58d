// `<button data-copy="text">` copies it, on any public page and without React. The button says so, or a toast does.
import { toast } from "../../ui/toast.ts";

const shownFor = 2000;
const restoring = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>();

function sayCopied(button: HTMLElement) {
  const { copiedTitle, copiedText } = button.dataset;
  if (copiedTitle) return toast({ title: copiedTitle, ...(copiedText ? { text: copiedText } : null) });
  const label = button.querySelector<HTMLElement>("[data-copy-label]");
  if (!label) return;
  label.dataset.copyLabel ||= label.textContent ?? "";
  label.textContent = "Copied";
  clearTimeout(restoring.get(label));
  restoring.set(
    label,
    setTimeout(() => (label.textContent = label.dataset.copyLabel ?? ""), shownFor),
  );
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-copy]") : null;
  if (!button) return;
  // Also rejects where the page is not secure: there is no clipboard then.
  Promise.resolve()
    .then(() => navigator.clipboard.writeText(button.dataset.copy ?? ""))
    .then(
      () => sayCopied(button),
      () =>
        toast({
          title: "Not copied",
          text: "The browser did not allow it. Select the text and copy it by hand.",
          tone: "danger",
        }),
    );
});
