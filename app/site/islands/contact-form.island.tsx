import { type FormEvent, type MouseEvent, useRef, useState } from "react";
import { consentWordings } from "#content/consents.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox, TextArea, TextField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { toast } from "../../ui/toast.ts";
import { type ContactMessage, contactMail } from "./contact-mail.ts";
import { PreparedMessage } from "./prepared-message.tsx";

/**
 * The fields are the browser's own (uncontrolled), so that nothing typed before hydration, restored by "back" or left after
 * an error is ever replaced. Without JavaScript the form itself opens a mail.
 */
export function ContactForm({ to }: { to: string }) {
  const [prepared, setPrepared] = useState<ContactMessage | null>(null);
  /** The fields were emptied by sending, and nothing was typed since: a second click is no attempt at another message. */
  const [isFresh, setIsFresh] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const text = (name: string) => String(data.get(name) ?? "");
    const message = {
      name: text("name"),
      email: text("email"),
      subject: text("subject"),
      message: text("message"),
      subscribe: data.has("subscribe"),
    };
    window.open(contactMail(to, message), "_blank", "noopener");
    toast({
      title: "Message prepared",
      text: "Your email client should open with the prepared message. Please send when ready.",
    });
    form.reset();
    setPrepared(message);
    setIsFresh(true);
  };

  // Before the browser tries to submit: that alone would mark four empty fields.
  const click = (event: MouseEvent) => {
    if (!isFresh) return;
    event.preventDefault();
    heading.current?.focus();
  };

  const putBack = ({ subscribe, ...texts }: ContactMessage) => {
    const fields = formRef.current?.elements;
    for (const [name, value] of Object.entries(texts)) {
      const field = fields?.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value = value;
    }
    const box = fields?.namedItem("subscribe");
    if (box instanceof HTMLInputElement) box.checked = subscribe;
    setPrepared(null);
    setIsFresh(false);
    const message = fields?.namedItem("message");
    if (message instanceof HTMLTextAreaElement) message.focus();
  };

  return (
    <>
      <form
        ref={formRef}
        action={`mailto:${to}`}
        method="post"
        encType="text/plain"
        onSubmit={submit}
        onInput={() => setIsFresh(false)}
        className="grid gap-5.5"
      >
        <div className="grid gap-x-gap gap-y-5.5 sm:grid-cols-2">
          <TextField label="Name" name="name" autoComplete="name" required />
          <TextField label="Email" name="email" type="email" autoComplete="email" required />
        </div>
        <TextField label="Subject" name="subject" required />
        <TextArea
          label="Message"
          name="message"
          rows={6}
          required
          placeholder="What do you have to decide, and by when?"
        />
        <Checkbox name="subscribe" value="yes" label={consentWordings.newsletter} />
        <div className="flex flex-wrap items-center gap-x-7 gap-y-4">
          <Button variant="accent" type="submit" onClick={click}>
            Send message
            <Icon name="arrow" />
          </Button>
          <span className="text-small text-muted">Opens your mail client, ready to send.</span>
        </div>
      </form>
      {prepared && (
        <PreparedMessage to={to} message={prepared} onPutBack={() => putBack(prepared)} headingRef={heading} />
      )}
    </>
  );
}
