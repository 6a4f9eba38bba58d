// What replaces the pages, or covers them, when they are not there: in words, with what can be done.
import { type FormEvent, type ReactNode, useId } from "react";
import { sizeWords } from "#domain/file-size.ts";
import type { FileTrouble } from "./linked-file.ts";
import type { SharedPdf } from "./shared-pdf.ts";
import type { Reading } from "./use-pdf.ts";

const reload = () => location.reload();

interface NoteProps {
  title: string;
  children: ReactNode;
  action?: ReactNode;
  /** Style hides what the page can no longer offer: all of it when the link is over, printing when the PDF cannot be shown. */
  state?: "pdf-over" | "pdf-failed";
}

function Note({ title, children, action, state }: NoteProps) {
  return (
    <article className={`paper pdf-note ${state ?? ""}`}>
      <h2>{title}</h2>
      {children}
      {action && <div className="pdf-actions">{action}</div>}
    </article>
  );
}

export const OpenInTab = ({ file }: { file: SharedPdf }) => (
  <a className="btn btn-line" href={file.address} target="_blank" rel="noreferrer">
    Open in a new tab
  </a>
);

export function Failed({ file, why }: { file: SharedPdf; why: Extract<Reading, { state: "failed" }>["why"] }) {
  const ways = file.mayDownload ? "Open it in a new tab or download it." : "Open it in a new tab.";
  const ask = `If that does not help, ask ${file.sender ?? "the sender"} for it again.`;
  const open = <OpenInTab file={file} />;
  if (why === "large")
    return (
      <Note title="This PDF is too large to be shown here" state="pdf-failed" action={open}>
        <p>
          It has {sizeWords(file.size)}. {ways}
        </p>
      </Note>
    );
  return (
    <Note title="This PDF cannot be shown here" state="pdf-failed" action={open}>
      <p role="alert">
        {why === "damaged" ? "It seems to be damaged." : "Your browser could not open it on this page."} {ways} {ask}
      </p>
    </Note>
  );
}

/** The password is the PDF's own: it is tried here and sent nowhere. */
export function Locked({ wasWrong, unlock }: Extract<Reading, { state: "locked" }>) {
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    unlock(String(new FormData(event.currentTarget).get("password") ?? ""));
  };
  return (
    <Note title="This PDF has its own password">
      <form className="pdf-password" onSubmit={submit}>
        <p>Ask the person who sent it. The password is tried in your browser and sent nowhere.</p>
        <div>
          <label htmlFor={id}>Password of the PDF</label>
          <input
            className="input"
            id={id}
            name="password"
            type="password"
            autoComplete="off"
            required
            aria-invalid={wasWrong || undefined}
            aria-describedby={wasWrong ? `${id}-wrong` : undefined}
          />
          {wasWrong && (
            <p className="field-error" id={`${id}-wrong`} role="alert">
              This is not its password.
            </p>
          )}
        </div>
        <div>
          <button className="btn btn-solid" type="submit">
            Open the PDF
          </button>
        </div>
      </form>
    </Note>
  );
}

/** The page is not what it was when it was opened: what is drawn goes, and the page has to be asked for again. */
export function Over({ file, trouble }: { file: SharedPdf; trouble: "ended" | "changed" | "asks" }) {
  const again = (words: string) => (
    <button className="btn btn-solid" type="button" onClick={reload}>
      {words}
    </button>
  );
  if (trouble === "ended")
    return (
      <Note title="This link has ended" state="pdf-over">
        <p role="alert">Ask {file.sender ?? "the sender"} for a new one: nothing is lost.</p>
      </Note>
    );
  if (trouble === "changed")
    return (
      <Note title="There is a newer version" state="pdf-over" action={again("Show the newer version")}>
        <p role="alert">The file was changed while you had it open.</p>
      </Note>
    );
  return (
    <Note title="This link asks again" state="pdf-over" action={again("Load the page again")}>
      <p role="alert">It opens for a while only, and that time is over.</p>
    </Note>
  );
}

const delays: Record<"lost" | "away" | "busy", string> = {
  lost: "The connection was lost. What you see stays; more needs the line.",
  away: "The file cannot be read just now. Try again in a minute.",
  busy: "This link was read very often just now. It goes on by itself within a minute.",
};

export const isOver = (trouble: FileTrouble | null): trouble is "ended" | "changed" | "asks" =>
  trouble === "ended" || trouble === "changed" || trouble === "asks";

/** Over the pages: they stay. */
export function Delayed({ trouble, retry }: { trouble: "lost" | "away" | "busy"; retry(): void }) {
  return (
    <div className="note warn pdf-delayed" role="alert">
      <span>{delays[trouble]}</span>
      {trouble !== "busy" && (
        <button className="link" type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
