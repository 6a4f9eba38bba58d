import { site } from "#content/site.ts";
import { useParams } from "react-router";
import { Button, ButtonLink } from "../ui/button.tsx";
import { FieldError, inputClass } from "../ui/field.tsx";
import { Ring } from "./art/ring.tsx";
import type { PageHandle } from "./page-handle.ts";
import { cardPath, pageMeta } from "./page-meta.ts";

// What replaces a page behind a secret address: it has ended, has a password, or was asked for too often.
// Prerendered once per notice and served under the address that was asked for (server/platform/links/token-pages.ts).
interface NoticeWords {
  title: string;
  text: string;
  error?: string;
  form?: true;
}

const ended: NoticeWords = {
  title: "This link has ended",
  text: "It was open until a certain day, or the sender has closed it. Ask for a new one: nothing is lost.",
};
const notices: Record<string, NoticeWords> = {
  ended,
  wait: {
    title: "One moment, please",
    text: "This page was asked for very often just now. It opens again in a minute.",
  },
  stale: {
    title: "Please open the page again",
    text: "It was open for long, or there is a newer version. Nothing was changed.",
  },
  password: { title: "This page has a password", text: "The person who sent you the link has it.", form: true },
  "password-wrong": {
    title: "This page has a password",
    text: "The person who sent you the link has it.",
    error: "That is not the password. Please try again.",
    form: true,
  },
  "password-locked": {
    title: "This page has a password",
    text: "Too many wrong passwords. It can be tried again in a quarter of an hour.",
  },
};

export const handle: PageHandle = { field: "nil", header: "brand", closing: "line" };

export const meta = ({ params }: { params: { notice?: string } }) =>
  pageMeta({
    title: (notices[params.notice ?? ""] ?? ended).title,
    description: "A page for the person it was sent to. Only people with the address can open it.",
    path: "/404",
    index: false,
    card: cardPath("/"),
  });

export default function LinkNotice() {
  const { notice = "" } = useParams();
  const { title, text, error, form } = notices[notice] ?? ended;
  const askAgain = `mailto:${site.email}?subject=${encodeURIComponent("A new link, please")}`;
  return (
    <section data-field="nil" className="grid min-h-[calc(100dvh-5rem)] items-center overflow-hidden">
      <div className="wrap-page grid items-center gap-12 py-24 lg:grid-cols-[1.6fr_1fr]">
        <div>
          <h1 className="serif text-display">{title}</h1>
          <p className="mt-4 mb-7 max-w-120 text-lead text-muted">{text}</p>
          {form ? (
            <form method="post" action="?password" className="max-w-90">
              <label className="mb-1.5 block text-small font-semibold" htmlFor="link-password">
                Password
              </label>
              <input
                id="link-password"
                name="password"
                type="password"
                required
                autoComplete="off"
                className={inputClass()}
                {...(error && { "aria-invalid": true, "aria-describedby": "link-password-error" })}
              />
              {error && <FieldError id="link-password-error">{error}</FieldError>}
              <Button type="submit" variant="accent" className="mt-5">
                Open
              </Button>
            </form>
          ) : (
            <ButtonLink variant="accent" href={notice === "ended" ? askAgain : "?"}>
              {notice === "ended" ? "Ask for a new link" : "Open the page again"}
            </ButtonLink>
          )}
        </div>
        <Ring
          open={0}
          reach={290}
          linesPerVane={2}
          view="-300 -300 600 600"
          className="mx-auto w-full max-w-110 max-lg:hidden"
        />
      </div>
    </section>
  );
}
