import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { inputClass } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";

interface Capture {
  /** Where to write instead. */
  to: string;
  /** What the visitor asks for; logged beside the address. */
  contentTitle: string;
  action: string;
  /** Of the field, where a link on the page leads to it. */
  id?: string;
  /** `card` shows the confirmation in its place; `inline` clears the field for the next one. */
  shape?: "card" | "inline";
  onCapture?: (email: string) => void;
}

/**
 * An e-mail address for a piece of content. Nothing is sent anywhere: the address and the title are logged, as specified; a line
 * below offers a mail to us. Without JavaScript, or before it is there, the form itself opens a mail; the address never gets into a URL.
 */
export function EmailCapture({ to, contentTitle, action, id, shape = "card", onCapture }: Capture) {
  const [done, setDone] = useState(false);
  const [captured, setCaptured] = useState<string | null>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const email = String(new FormData(form).get("email") ?? "").trim();
    if (!email) {
      toast({
        title: "Email required",
        text: "Please enter your email address to continue.",
        tone: "danger",
        topic: "email capture",
      });
      form.querySelector<HTMLInputElement>("[name=email]")?.focus();
      return;
    }
    // oxlint-disable-next-line no-console -- the specified behaviour
    console.log("Email captured:", email, "for:", contentTitle);
    onCapture?.(email);
    toast({ title: "Success!", text: "Check your email for the full content access.", topic: "email capture" });
    if (shape === "card") return setDone(true);
    form.reset();
    setCaptured(email);
  };
  const mail = `mailto:${to}?subject=${encodeURIComponent(contentTitle)}`;
  const orWrite = (
    <p className="text-caption text-muted">
      Or write to{" "}
      <a href={mail} className="text-ink underline">
        {to}
      </a>
      .
    </p>
  );
  const subscribeMail = `${mail}&body=${encodeURIComponent(`Please send new articles to ${captured ?? ""}`)}`;
  if (done)
    return (
      <div className="grid gap-3">
        <output className="grid gap-2">
          <span className="serif text-sub">Thank You!</span>
          <span className="text-muted">Check your email for the full content access.</span>
        </output>
        {orWrite}
      </div>
    );
  return (
    <div className="grid gap-3">
      <form action={mail} method="post" encType="text/plain" onSubmit={submit} className="flex gap-2 max-sm:flex-col">
        <input
          id={id}
          type="email"
          name="email"
          aria-label="Email address"
          autoComplete="email"
          placeholder="you@company.com"
          className={`${inputClass()} min-h-12.5`}
        />
        <Button type="submit" variant="solid" className="shrink-0">
          {action}
        </Button>
      </form>
      {captured !== null && (
        <output className="text-small wrap-anywhere">
          To subscribe by email:{" "}
          <a href={subscribeMail} className="underline">
            Open the mail that subscribes {captured}
          </a>
          .
        </output>
      )}
      {orWrite}
    </div>
  );
}
