import type { FormEvent } from "react";
import { consentWordings } from "#content/consents.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox, TextArea, TextField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { toast } from "../../ui/toast.ts";
import { contactMail } from "./contact-mail.ts";

/**
 * The fields are the browser's own (uncontrolled), so that nothing typed before hydration, restored by "back" or left after
 * an error is ever replaced. Without JavaScript the form itself opens a mail.
 */
export function ContactForm({ to }: { to: string }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const text = (name: string) => String(data.get(name) ?? "");
    const link = contactMail(to, {
      name: text("name"),
      email: text("email"),
      subject: text("subject"),
      message: text("message"),
      subscribe: data.has("subscribe"),
    });
    window.open(link, "_blank", "noopener");
    toast({
      title: "Message prepared",
      text: "Your email client should open with the prepared message. Please send when ready.",
    });
    form.reset();
  };
  return (
    <form action={`mailto:${to}`} method="post" encType="text/plain" onSubmit={submit} className="grid gap-5.5">
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
        <Button variant="accent" type="submit">
          Send message
          <Icon name="arrow" />
        </Button>
        <span className="text-small text-muted">Opens your mail client, ready to send.</span>
      </div>
    </form>
  );
}
