// The contact form while the module inquiries is on, and what is in its place after sending.
import { consentWordings } from "#content/consents.ts";
import { site } from "#content/site.ts";
import { maxMessageLength } from "#domain/inquiry-forms.ts";
import { Button, TextLink } from "../../ui/button.tsx";
import { Checkbox, TextArea, TextField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { InquiryForm, SendingWords } from "./inquiry-form.tsx";
import { SentSheet } from "./sent-sheet.tsx";

export function ContactInquiry() {
  return (
    <InquiryForm form="contact" to={site.email} sent={<SentSheet />} className="grid gap-5.5">
      <div className="grid gap-x-gap gap-y-5.5 sm:grid-cols-2">
        <TextField label="Name" name="name" autoComplete="name" required maxLength={200} />
        <TextField label="Email" name="email" type="email" autoComplete="email" required maxLength={254} />
      </div>
      <TextField label="Subject" name="subject" required maxLength={200} />
      <TextArea
        label="Message"
        name="message"
        rows={6}
        required
        data-limit={maxMessageLength}
        hint={<span data-count="">Up to {maxMessageLength.toLocaleString("en-US")} characters.</span>}
        placeholder="What do you have to decide, and by when?"
      />
      <Checkbox name="subscribe" value="yes" label={consentWordings.newsletter} />
      <div className="flex flex-wrap items-center gap-x-7 gap-y-4">
        <Button variant="accent" type="submit">
          <SendingWords>
            Send message
            <Icon name="arrow" />
          </SendingWords>
        </Button>
        <span className="text-small text-muted">
          Or <TextLink href={`mailto:${site.email}`}>write an email</TextLink>.
        </span>
      </div>
      <p className="text-caption text-muted">
        We keep what you send to answer it. <TextLink href="/privacy">What is kept, and how long</TextLink>
      </p>
    </InquiryForm>
  );
}
