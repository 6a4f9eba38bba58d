// /auth?invitation=...: an invited colleague joins. The link says for whom it is; a code to that address shows that it is them; then a
// password or a passkey is set. A second factor is asked for by the back office itself, where the role wants one.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import * as z from "zod/mini";
import { messageOf } from "#app/lib/request-error.ts";
import { runtimeSettings } from "#app/lib/runtime-settings.ts";
import { supabase } from "#app/lib/supabase.ts";
import { call } from "#app/lib/typed-answers.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice, Refusal } from "./auth-form.tsx";
import { MailedCode } from "./mailed-code.tsx";
import { SetNewPassword } from "./password-reset.tsx";
import { useSession } from "./session.tsx";

const joining = z.object({
  state: z.string(),
  email: z.optional(z.string()),
  name: z.optional(z.string()),
  role: z.optional(z.string()),
  hasAccount: z.optional(z.boolean()),
});

const over: Record<string, string> = {
  used: "This invitation was used already. Sign in with your address.",
  revoked: "This invitation was taken back. Ask for a new one.",
  expired: "This invitation has ended: it lasted 72 hours. Ask for a new one.",
  unknown: "This invitation is not known. Open the link of the newest mail.",
};

async function openInvitation(token: string) {
  const answer = await fetch("/api/team/join", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
  if (!answer.ok) throw new Error("The invitation could not be opened. Try again in a minute.");
  return joining.parse(await answer.json());
}

export function Join({ token, onLeave }: { token: string; onLeave: () => void }) {
  const { user, signOut, renewAccess } = useSession();
  const navigate = useNavigate();
  const invitation = useQuery({ queryKey: ["invitation", token], queryFn: () => openInvitation(token), retry: false });
  const [codeIsSent, setCodeIsSent] = useState(false);
  const [isAccepted, setIsAccepted] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setRefusal(null);
    await work().catch((error: unknown) => setRefusal(messageOf(error)));
    setBusy(false);
  };
  if (invitation.isPending) return <output>Loading...</output>;
  if (invitation.isError) return <Refusal>{messageOf(invitation.error)}</Refusal>;
  const { state, email = "", name, role, hasAccount } = invitation.data;
  if (isAccepted)
    return hasAccount ? null : (
      <Step title={`Welcome, ${name}`}>
        <p>
          Choose a password for {email}. {runtimeSettings.passkeys && "You can add a passkey under Security later."}
        </p>
        <SetNewPassword email={email} onDone={() => void navigate("/admin")} />
      </Step>
    );
  if (state !== "open")
    return (
      <div className="grid gap-4">
        <Refusal>{over[state] ?? over["unknown"]}</Refusal>
        <Button variant="line" onClick={onLeave}>
          Go to sign in
        </Button>
      </div>
    );
  if (user && user.email?.toLowerCase() !== email)
    return (
      <div className="grid gap-4">
        <Refusal>
          This invitation is for another address. You are signed in as {user.email}: sign out, and open the link again.
        </Refusal>
        <Button onClick={() => void signOut()}>Sign Out</Button>
      </div>
    );
  const accept = () =>
    attempt(async () => {
      await call("accept_invitation", { token });
      await renewAccess();
      if (hasAccount) return navigate("/admin");
      return setIsAccepted(true);
    });
  const sendCode = () =>
    attempt(async () => {
      const { error } = await supabase().auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
      if (error) throw error;
      setCodeIsSent(true);
    });
  return (
    <Step title={`You are invited as ${role}`}>
      {refusal && <Refusal>{refusal}</Refusal>}
      {user ? (
        <>
          <p>
            You are signed in as {email}. Join as {role}?
          </p>
          <Button disabled={busy} onClick={() => void accept()}>
            {busy ? "Joining..." : "Join"}
          </Button>
        </>
      ) : codeIsSent ? (
        <>
          <Notice>We sent a code of six digits to {email}.</Notice>
          <MailedCode email={email} type="email" />
        </>
      ) : (
        <>
          <p>
            {hasAccount
              ? `There is an account for ${email}. Sign in with a code to this address, or with your password, and confirm.`
              : `We send a code to ${email}, so that no one else can use this link.`}
          </p>
          <Button disabled={busy} onClick={() => void sendCode()}>
            {busy ? "Sending..." : "Send the code"}
          </Button>
        </>
      )}
    </Step>
  );
}

const Step = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="grid gap-4">
    <h2 className="text-lg font-[620]">{title}</h2>
    {children}
  </section>
);
