// After the contact form has opened a mail program: the message stays on the page, because no one knows whether the program came.
import type { Ref } from "react";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { type ContactMessage, contactMail, mailText } from "./contact-mail.ts";

/** Longer links are cut by some mail programs, and by Windows on the way to them. */
const longLink = 2000;

export function PreparedMessage({
  to,
  message,
  onPutBack,
  headingRef,
}: {
  to: string;
  message: ContactMessage;
  onPutBack: () => void;
  headingRef: Ref<HTMLHeadingElement>;
}) {
  const link = contactMail(to, message);
  const whole = `To: ${to}\nSubject: ${message.subject}\n\n${mailText(message)}`;
  return (
    <section aria-labelledby="prepared" className="mt-10 border-t border-line pt-7">
      <h2 id="prepared" ref={headingRef} tabIndex={-1} className="serif text-sub outline-none">
        Your message, as prepared
      </h2>
      <p className="mt-2 max-w-form text-small text-muted">
        It is sent once you send it from your mail program. If none opened, copy it and write to{" "}
        <a href={`mailto:${to}`} className="text-ink underline">
          {to}
        </a>
        .
        {link.length > longLink &&
          " It is long, and some mail programs cut long messages: compare, or copy it from here."}
      </p>
      <textarea
        readOnly
        aria-label="The prepared mail"
        dir="auto"
        rows={9}
        value={whole}
        className="mt-4 block w-full resize-y rounded-1 border border-line bg-sunken px-4 py-3.5 text-small"
      />
      <p className="mt-4 flex flex-wrap gap-3">
        <Button variant="line" type="button" data-copy={whole}>
          <Icon name="copy" />
          <span data-copy-label="">Copy</span>
        </Button>
        <a href={link} target="_blank" rel="noopener" className={buttonClass({ variant: "line" })}>
          <Icon name="letter" />
          Open the mail again
        </a>
        <Button variant="line" type="button" onClick={onPutBack}>
          <Icon name="back" />
          Put it back
        </Button>
      </p>
    </section>
  );
}
