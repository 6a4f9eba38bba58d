// The frame of every form that writes to us while the module inquiries is on: an ordinary form for the server, which a behavior
// (islands/inquiry-form.behavior.ts) makes safe against retries, lost connections and reloads. Without JavaScript it is sent as it is.
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import type { InquiryForm as Kind } from "#domain/inquiry-forms.ts";
import { classNames } from "../../ui/class-names.ts";
import { FieldError } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";

interface FrameProps {
  form: Kind;
  /** The address for anyone who would rather write a mail. */
  to: string;
  /** Shown in the form's place once it was sent; `[data-slot]` elements inside are filled. */
  sent?: ReactNode;
  /** Logged and said by the behavior, as specified for the boxes that ask for an address. */
  contentTitle?: string;
  /** What is said after sending in a form that stays: while mail leaves, and while it is held. */
  said?: { mail: string; held: string };
  className?: string;
  children: ReactNode;
}

export function InquiryForm({ form, to, sent, contentTitle, said, className, children }: FrameProps) {
  // Prerendering asks for /contact/, a visitor for /contact.
  const page = useLocation().pathname.replace(/(?<=.)\/$/, "");
  return (
    <form
      action="/api/inquiries"
      method="post"
      data-behavior="inquiry-form"
      data-form={form}
      data-mail={to}
      data-content-title={contentTitle}
      data-said={said?.mail}
      data-said-held={said?.held}
      className={classNames("group/inquiry relative", className)}
    >
      {/* Filled and focused when fields are wrong: links to each of them. */}
      <section
        data-summary
        hidden
        tabIndex={-1}
        aria-label="What is missing"
        className="rounded-1 border border-danger bg-danger-bg px-4 py-3.5 text-danger"
      >
        <p className="font-semibold">Please look at this again:</p>
        <ul className="mt-1 list-disc pl-5 [&_a]:underline" />
      </section>
      <input type="hidden" name="form" value={form} />
      <input type="hidden" name="page" value={page} />
      <input type="hidden" name="submission" />
      <input type="hidden" name="token" />
      {contentTitle && <input type="hidden" name="about" value={contentTitle} />}
      <Trap />
      {children}
      {/* Here from the start, so that what is put into it is read out. */}
      <div data-problem role="alert" className="text-small text-danger empty:hidden" />
      {said && <output data-status className="text-small empty:hidden" />}
      <template data-template="error">
        <FieldError>
          <span data-slot="message" />
        </FieldError>
      </template>
      {sent && <template data-template="sent">{sent}</template>}
    </form>
  );
}

/** For programs that fill every field. Out of sight, out of the tab order, and of no interest to password managers. */
function Trap() {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
      <input
        name="trap"
        type="text"
        tabIndex={-1}
        autoComplete="off"
        aria-label="Leave this empty"
        data-1p-ignore=""
        data-lpignore="true"
        data-bwignore=""
        data-form-type="other"
      />
    </div>
  );
}

/** What the button shows while it sends: it stays enabled, so that it keeps the focus. */
export function SendingWords({ children }: { children: ReactNode }) {
  return (
    <>
      <span className="contents group-aria-busy/inquiry:hidden">{children}</span>
      <span className="hidden items-center gap-2.5 group-aria-busy/inquiry:inline-flex">
        <Icon name="clock" />
        Sending…
      </span>
    </>
  );
}
