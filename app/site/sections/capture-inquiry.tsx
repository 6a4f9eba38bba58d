// The boxes for an address, and the registration for the training, while the module inquiries is on. They show what is specified, and
// write to us as well.
import { site } from "#content/site.ts";
import type { InquiryForm as Kind } from "#domain/inquiry-forms.ts";
import { Button } from "../../ui/button.tsx";
import { inputClass, TextField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { InquiryForm, SendingWords } from "./inquiry-form.tsx";

interface CaptureProps {
  form: Extract<Kind, "manifesto" | "newsletter">;
  contentTitle: string;
  action: string;
  id?: string;
  /** `card` shows the confirmation in its place; `inline` clears the field for the next one. */
  shape?: "card" | "inline";
}

const other = `If none has come by tomorrow, write to ${site.email}.`;
/** The same to everyone, whether we know the address or not. */
const confirmWords = {
  mail: `We send you a mail with a link to confirm your address; nothing else comes before you press it. ${other}`,
  held: `Your confirmation link arrives by email within 2 business days. If it doesn’t, write to ${site.email}.`,
};

export function CaptureInquiry({ form, contentTitle, action, id, shape = "card" }: CaptureProps) {
  return (
    <div className="grid gap-3">
      <InquiryForm
        form={form}
        to={site.email}
        contentTitle={contentTitle}
        className="grid gap-3"
        {...(form === "newsletter" && { said: confirmWords })}
        sent={
          shape === "card" ? (
            <Thanks>
              Check your email for the full content access.
              <span data-when="mail" className="mt-2 block text-small">
                {confirmWords.mail}
              </span>
              <span data-when="held" className="mt-2 block text-small">
                {confirmWords.held}
              </span>
            </Thanks>
          ) : undefined
        }
      >
        <div className="flex gap-2 max-sm:flex-col">
          <input
            id={id}
            type="email"
            name="email"
            required
            maxLength={254}
            aria-label="Email address"
            autoComplete="email"
            placeholder="you@company.com"
            className={`${inputClass()} min-h-12.5`}
          />
          <Button type="submit" variant="solid" className="shrink-0">
            <SendingWords>{action}</SendingWords>
          </Button>
        </div>
      </InquiryForm>
      <p className="text-caption text-muted">
        We keep this address for what you ask for here, and{" "}
        <a href="/privacy" className="text-ink underline">
          for nothing else
        </a>
        . Or write to{" "}
        <a href={`mailto:${site.email}?subject=${encodeURIComponent(contentTitle)}`} className="text-ink underline">
          {site.email}
        </a>
        .
      </p>
    </div>
  );
}

export function TrainingInquiry({ file }: { file: string }) {
  return (
    <InquiryForm
      form="training"
      to={site.email}
      className="grid gap-4.5"
      sent={
        <Thanks>
          The overview is downloading. If it does not start,{" "}
          <a href={file} download data-download="" className="text-ink underline">
            open it here
          </a>
          .
        </Thanks>
      }
    >
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        placeholder="you@company.com"
      />
      <div className="grid gap-x-gap gap-y-4.5 sm:grid-cols-2">
        <TextField label="First name" name="firstName" autoComplete="given-name" required maxLength={100} />
        <TextField label="Last name" name="lastName" autoComplete="family-name" required maxLength={100} />
      </div>
      <TextField label="Company name (optional)" name="company" autoComplete="organization" maxLength={200} />
      <Button type="submit" variant="accent">
        <SendingWords>
          <Icon name="download" />
          Download Training Overview
        </SendingWords>
      </Button>
      <p className="text-caption text-muted">
        What you enter reaches us, and we answer it.{" "}
        <a href="/privacy" className="text-ink underline">
          What is kept, and how long
        </a>
      </p>
    </InquiryForm>
  );
}

function Thanks({ children }: { children: React.ReactNode }) {
  return (
    <div className="grid min-h-32 content-start gap-3 border-t border-line pt-6">
      <h3 data-heading tabIndex={-1} className="serif text-sub outline-none">
        Thank You!
      </h3>
      <p className="text-muted">{children}</p>
      <p data-when="day" className="text-small text-muted">
        We write to you by <span data-slot="day" />.
      </p>
    </div>
  );
}
