// Sends a form to /api/inquiries. The token is asked for at the first touch and renewed without a word; the submission id belongs to
// the words: the same words again, after a lost answer or Back, are the same message, changed words are another.
import { currentMillis } from "#domain/clock.ts";
export type Outcome =
  | { kind: "sent"; day: string | null; mailIsHeld: boolean }
  | { kind: "wrong"; fields: Record<string, string> }
  /** Not sent, for a reason that passes. */
  | { kind: "later"; why: string };

interface Token {
  token: string;
  submission: string;
  expires_at: string;
  proof?: unknown;
}
interface Kept {
  token?: Token;
  askedAt?: number;
  /** The words that were sent with it, and arrived or may have. */
  tried?: string;
}

const patience = 20_000;
/** Tokens live a day; a clock that is wrong by hours must not matter. */
const renewAfter = 12 * 3600 * 1000;

const storageKey = (form: string) => `inquiry-token:${form}`;

function memory(form: string) {
  let kept: Kept = {};
  try {
    kept = JSON.parse(sessionStorage.getItem(storageKey(form)) ?? "{}") as Kept;
  } catch {
    // Blocked or unreadable: this page remembers for itself.
  }
  return {
    get: () => kept,
    set(next: Kept) {
      kept = next;
      try {
        sessionStorage.setItem(storageKey(form), JSON.stringify(next));
      } catch {
        // As above.
      }
    },
  };
}

/** The fields as the server takes them. */
function bodyOf(data: FormData) {
  const { form, trap, name, firstName, lastName, email, company, subject, message, subscribe, about, page } =
    Object.fromEntries([...data].map(([key, value]) => [key, String(value).trim()])) as Record<string, string>;
  return {
    form,
    trap: trap ?? "",
    name: name ?? [firstName, lastName].filter(Boolean).join(" "),
    email,
    company: company ?? "",
    subject: subject ?? "",
    message: (message ?? "").replace(/\r\n?/g, "\n"),
    subscribe: subscribe === "yes",
    page: page ?? "",
    fields: about ? { about } : {},
  };
}

export function sender(form: string) {
  const kept = memory(form);
  let asking: Promise<Token | null> | null = null;

  async function ask(submission?: string): Promise<Token | null> {
    const query = new URLSearchParams({ form, ...(submission && { submission }) });
    try {
      const answer = await fetch(`/api/inquiries/token?${query}`, { signal: AbortSignal.timeout(patience) });
      if (!answer.ok) return null;
      const token = (await answer.json()) as Token;
      kept.set({ ...kept.get(), token, askedAt: currentMillis() });
      return token;
    } catch {
      return null;
    }
  }

  /** One at a time: a click that comes while the first touch still asks waits for that answer. */
  const renewed = (submission?: string) => (asking ??= ask(submission).finally(() => (asking = null)));

  function usable(): Token | null {
    const { token, askedAt = 0 } = kept.get();
    const age = currentMillis() - askedAt;
    return token && age >= 0 && age < renewAfter ? token : null;
  }

  async function post(token: Token | null, words: object): Promise<Response | null> {
    const proof = token?.proof ? await (await import("./inquiry-proof.ts")).solve(token.proof) : undefined;
    try {
      return await fetch("/api/inquiries", {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: JSON.stringify({
          ...words,
          ...(token && { token: token.token, submission: token.submission }),
          ...(proof !== undefined && { proof }),
        }),
        signal: AbortSignal.timeout(patience),
      });
    } catch {
      return null;
    }
  }

  return {
    async prepare() {
      if (!usable()) await renewed(kept.get().token?.submission);
    },
    async send(data: FormData): Promise<Outcome> {
      const words = bodyOf(data);
      const text = JSON.stringify(words);
      const { tried } = kept.get();
      // Other words than those that may have arrived already are another message, and must not be taken for the old one.
      if (tried !== undefined && tried !== text) kept.set({});
      const token = usable() ?? (await renewed(kept.get().token?.submission));
      // Before it leaves: this page may be gone before the answer comes.
      kept.set({ ...kept.get(), tried: text });
      let answer = await post(token, words);
      // Many messages arrive since the form was opened: the work is done now, and the same message sent once more.
      if (answer?.status === 428) {
        const asked = (await answer
          .clone()
          .json()
          .catch(() => null)) as Token | null;
        if (asked?.proof) {
          kept.set({ ...kept.get(), token: asked, askedAt: currentMillis() });
          answer = await post(asked, words);
        }
      }
      // Refused for certain: the corrected words are still the same message.
      if (answer && answer.status >= 400 && answer.status < 500) {
        const { tried: _refused, ...rest } = kept.get();
        kept.set(rest);
      }
      return outcomeOf(answer);
    },
  };
}

async function outcomeOf(answer: Response | null): Promise<Outcome> {
  if (!answer) return { kind: "later", why: "Your message was not sent: there is no connection." };
  const body = (await answer.json().catch(() => ({}))) as {
    answer_by_text?: string | null;
    mail_is_held?: boolean;
    message?: string;
    fields?: Record<string, string>;
  };
  if (answer.ok) return { kind: "sent", day: body.answer_by_text ?? null, mailIsHeld: body.mail_is_held ?? false };
  if (answer.status === 400 && body.fields) return { kind: "wrong", fields: body.fields };
  if (answer.status === 413)
    return {
      kind: "wrong",
      fields: { message: "This is longer than we can take here. Shorten it, or send it by email." },
    };
  if (answer.status === 429) return { kind: "later", why: tooMany(answer.headers.get("Retry-After")) };
  if (answer.status === 404) return { kind: "later", why: "This form is closed just now." };
  if (answer.status < 500 && body.message) return { kind: "later", why: body.message };
  return { kind: "later", why: "Your message was not sent: we cannot keep it just now." };
}

function tooMany(retryAfter: string | null): string {
  const minutes = Math.ceil(Number(retryAfter) / 60);
  const wait = minutes > 1 ? `in ${minutes} minutes` : "in a minute";
  return `Your message was not sent: too many came from your network. Please try again ${wait}.`;
}
