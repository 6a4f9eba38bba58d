// A link from a mail was opened: signs in with it, after asking anyone who is signed in already.
import { AuthPKCECodeVerifierMissingError } from "@supabase/supabase-js";
import { useEffect, useRef, useState } from "react";
import { messageOf } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { Button } from "#app/ui/button.tsx";
import { Refusal } from "./auth-form.tsx";
import { mailLink } from "./mail-link.ts";

/** How following it ended: signed in, left alone, or with words about why not. */
export type Followed = { as: "signed in" | "left" } | { as: "failed"; why: string };

const elsewhere =
  "This link was opened in another browser than the one that asked for it, so it does not sign you in here";

async function follow(): Promise<Followed> {
  const { auth } = supabase();
  try {
    const { error } = mailLink.tokens
      ? await auth.setSession(mailLink.tokens)
      : await auth.exchangeCodeForSession(mailLink.code ?? "", mailLink.flowId ? { flowId: mailLink.flowId } : {});
    if (!error) return { as: "signed in" };
    return { as: "failed", why: error instanceof AuthPKCECodeVerifierMissingError ? elsewhere : messageOf(error) };
  } catch (error) {
    return { as: "failed", why: messageOf(error) };
  }
}

export function FollowLink({ signedInAs, onDone }: { signedInAs: string | null; onDone: (how: Followed) => void }) {
  // Asked for in this browser, and no one is signed in: there is nothing to lose.
  const needsAsking = signedInAs !== null || mailLink.tokens !== null;
  const [busy, setBusy] = useState(!needsAsking);
  const started = useRef(false);
  const go = async () => {
    if (started.current) return;
    started.current = true;
    setBusy(true);
    onDone(await follow());
  };
  useEffect(() => {
    if (!needsAsking) void go();
    // Once, when the page is opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  if (busy) return <output>Signing in...</output>;
  return (
    <div className="grid gap-4.5">
      {signedInAs !== null && (
        <Refusal>
          You are signed in as {signedInAs}. The link that you opened ends that session in this browser.
        </Refusal>
      )}
      <p className="wrap-anywhere">
        {mailLink.email ? `The link signs in as ${mailLink.email}.` : "The link signs in the person who asked for it."}{" "}
        Go on only if you opened it yourself, from a mail that you expected.
      </p>
      <Button className="w-full" onClick={() => void go()}>
        {mailLink.email ? `Sign in as ${mailLink.email}` : "Sign in with the link"}
      </Button>
      <Button variant="line" className="w-full" onClick={() => onDone({ as: "left" })}>
        {signedInAs === null ? "Do not sign in" : `Stay signed in as ${signedInAs}`}
      </Button>
    </div>
  );
}
