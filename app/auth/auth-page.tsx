// /auth: sign in, sign up, reset a password, second factor, and where links in mail land.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Navigate, useNavigate, useSearchParams } from "react-router";
import { site } from "#content/site.ts";
import { Art } from "#app/ui/art.tsx";
import { Button } from "#app/ui/button.tsx";
import { Logo } from "#app/ui/logo.tsx";
import { Notice, Refusal } from "./auth-form.tsx";
import { FollowLink, type Followed } from "./follow-link.tsx";
import { brought, closeLink, isLinkOpen, mailLink } from "./mail-link.ts";
import { safeNext } from "#app/lib/next-page.ts";
import { runtimeSettings } from "#app/lib/runtime-settings.ts";
import { AskForReset, SetNewPassword } from "./password-reset.tsx";
import { PasskeySignIn } from "./passkey-sign-in.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { useSession } from "./session.tsx";
import { SignInAndUp } from "./sign-in-and-up.tsx";

export const meta = () => [{ title: `Sign in | ${site.name}` }, { name: "robots", content: "noindex" }];

const quietLink = "underline decoration-control underline-offset-2 hover:decoration-ink";

export default function AuthPage() {
  return (
    <main id="main" className="grid min-h-dvh lg:grid-cols-2">
      <div className="grid grid-rows-[auto_1fr_auto] px-gutter py-6">
        <a href="/" className="justify-self-start">
          <Logo name={site.name} />
        </a>
        <div className="w-full max-w-96 self-center py-10">
          <h1 className="font-display text-balance text-[clamp(2rem,1.5rem+1.6vw,2.75rem)] leading-[1.05] tracking-[-0.025em]">
            Welcome to the product
          </h1>
          <p className="mt-2.5 mb-8 text-muted">Sign in to access the admin portal</p>
          <CurrentStep />
        </div>
        <p className="text-small text-muted">
          Trouble signing in?{" "}
          <a href="/contact" className={quietLink}>
            Contact the team
          </a>
          {runtimeSettings.clientArea && (
            <>
              . Are you a client?{" "}
              <a href="/client" className={quietLink}>
                Your area is here
              </a>
            </>
          )}
        </p>
      </div>
      <div data-field="hall" aria-hidden="true" className="relative hidden overflow-hidden lg:block">
        <Art name="ring-open" className="absolute inset-0 size-full" />
      </div>
    </main>
  );
}

function CurrentStep() {
  const { user, loading, needsSecondFactor, ended } = useSession();
  // Typed once, kept from form to form.
  const [email, setEmail] = useState("");
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const [followed, setFollowed] = useState<Followed | null>(null);
  // A link that confirmed an address signs in as well; say so once before going on.
  const [landed, setLanded] = useState(mailLink.confirmed);
  const linkError = followed?.as === "failed" ? followed.why : mailLink.error;
  const step = params.get("step");
  const resetting = step === "forgot" || step === "new-password";
  const go = (changes: Record<string, string | null>) =>
    setParams((old) => {
      const next = new URLSearchParams(old);
      for (const name of brought) next.delete(name);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      return next;
    });

  if (loading) return <output>Loading...</output>;
  if (isLinkOpen()) {
    const done = (how: Followed) => {
      closeLink();
      if (how.as !== "signed in") setLanded(false);
      setFollowed(how);
    };
    return <FollowLink signedInAs={user && (user.email ?? "someone else")} onDone={done} />;
  }
  if (user && needsSecondFactor) return <SecondFactor factors={user.factors ?? []} />;
  const invitation = params.get("invitation");
  if (invitation) return <JoinStep token={invitation} onLeave={() => go({ invitation: null })} />;
  if (user && step === "new-password")
    return <SetNewPassword email={user.email ?? ""} onDone={() => void navigate(safeNext(params.get("next")))} />;
  if (user && landed) return <Confirmed onContinue={() => setLanded(false)} />;
  if (user) return <Navigate to={safeNext(params.get("next"))} replace />;

  return (
    <>
      {ended && !linkError && (
        <Notice>
          Your session has ended. You signed out in another tab, it was ended on another device, or it ran out. Sign in
          again to go on.
        </Notice>
      )}
      {linkError && (
        <div className="mb-6">
          <Refusal>
            {linkError}.{" "}
            {resetting
              ? "Ask for a new link below; its mail also holds a code that you can type here."
              : mailLink.confirmed
                ? "Your address is confirmed: sign in with your password."
                : "Sign in: if a new link is needed, we offer it."}
          </Refusal>
        </div>
      )}
      {resetting ? (
        <>
          <p>Write your address and we send a link to set a new password.</p>
          <AskForReset email={email} onEmail={setEmail} onCode={() => go({ step: "new-password" })} />
          <p className="mt-4.5 text-ui">
            <button type="button" onClick={() => go({ step: null })} className={quietLink}>
              Back to sign in
            </button>
          </p>
        </>
      ) : (
        <SignInAndUp
          tab={params.get("tab") === "sign-up" ? "sign-up" : "sign-in"}
          onTab={(tab) => go({ tab: tab === "sign-in" ? null : tab })}
          email={email}
          onEmail={setEmail}
          forgot={
            <button
              type="button"
              onClick={() => go({ step: "forgot" })}
              className={`justify-self-start text-ui ${quietLink}`}
            >
              Forgot your password?
            </button>
          }
        />
      )}
      {runtimeSettings.passkeys && !resetting && params.get("tab") !== "sign-up" && <PasskeySignIn />}
    </>
  );
}

const Join = lazy(() => import("./join.tsx").then((module) => ({ default: module.Join })));

function JoinStep(props: { token: string; onLeave: () => void }) {
  const [client] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={client}>
      <Suspense fallback={<output>Loading...</output>}>
        <Join {...props} />
      </Suspense>
    </QueryClientProvider>
  );
}

function Confirmed({ onContinue }: { onContinue: () => void }) {
  const { user, access } = useSession();
  return (
    <output className="grid gap-4.5">
      <p className="wrap-anywhere">
        Your address {user?.email} is confirmed.{" "}
        {access ? "You are signed in." : "An administrator has to open the admin portal for you."}
      </p>
      {access ? (
        <Button className="w-full" onClick={onContinue}>
          Go to the admin portal
        </Button>
      ) : (
        <a href="/" className={quietLink}>
          Back to the site
        </a>
      )}
    </output>
  );
}
