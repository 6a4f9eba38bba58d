// Who is signed in, and whether they are an administrator. Both are known when `loading` is false.
import type { Session, User } from "@supabase/supabase-js";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { type Access, ownersAccess, readAccess } from "#app/lib/access.ts";
import { forgetDrafts } from "#app/lib/drafts.ts";
import { renewSession } from "#app/lib/renew-session.ts";
import { sessionKey, supabase } from "#app/lib/supabase.ts";

interface SessionState {
  user: User | null;
  session: Session | null;
  isAdmin: boolean;
  /** What their roles allow; null for people who do not work here. */
  access: Access | null;
  /** Signed in by password, but the account has a second factor that was not asked for yet. */
  needsSecondFactor: boolean;
  /** True until the session and the admin check are done. */
  loading: boolean;
  /** The session ended, and not by Sign Out in this tab: elsewhere, or because it ran out. */
  ended: boolean;
}

interface SessionValue extends SessionState {
  /** Ends the session in this browser, forgets half-filled forms and leaves for the site. */
  signOut: () => Promise<void>;
  /** Asks again what their roles allow. */
  renewAccess: () => Promise<void>;
}

const SessionContext = createContext<SessionValue | null>(null);
const signedOut: SessionState = {
  user: null,
  session: null,
  isAdmin: false,
  access: null,
  needsSecondFactor: false,
  loading: false,
  ended: false,
};

/** Null when the check failed: then no role counts, as the specification has it. */
async function checkAdmin(userId: string): Promise<boolean | null> {
  try {
    const { data, error, status } = await supabase()
      .from("user_roles")
      .select("role")
      .eq("user_id", userId)
      .eq("role", "admin")
      .limit(1)
      .maybeSingle();
    // A session that was ended elsewhere: sign-in, not a closed door.
    if (status === 401) await renewSession();
    if (error) throw new Error(error.message);
    return data !== null;
  } catch (error) {
    console.error("The admin check failed:", error);
    return null;
  }
}

/** Null for people without a role; an administrator needs no further question to be answered. */
async function checkAccess(): Promise<Access | null> {
  try {
    const access = await readAccess();
    return access.is_colleague || access.second_factor === "missing" ? access : null;
  } catch (error) {
    console.error("The roles could not be read:", error);
    return null;
  }
}

async function secondFactorIsDue(): Promise<boolean> {
  const { data } = await supabase().auth.mfa.getAuthenticatorAssuranceLevel();
  return data?.nextLevel === "aal2" && data.currentLevel !== "aal2";
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<SessionState>({ ...signedOut, loading: true });

  useEffect(() => {
    let latest = 0;
    // The token with which this person is being checked, or was found to be an administrator.
    let checked: string | null = null;
    const { data } = supabase().auth.onAuthStateChange((event, session) => {
      // The same session may be told twice at the start. Coming back to the tab says "signed in" again, with the session we have.
      // That is no change, and a computer that has just woken up may have no network yet: a check that fails then would close the
      // door on unsaved work.
      const isTold = event === "SIGNED_IN" || event === "INITIAL_SESSION";
      if (isTold && session && session.access_token === checked) return;
      const mine = ++latest;
      checked = session?.access_token ?? null;
      if (!session) return setState((old) => ({ ...signedOut, ended: event === "SIGNED_OUT" || old.ended }));
      // A known user keeps what they see while the check is repeated; a new one waits for it.
      setState((old) =>
        old.user?.id === session.user.id
          ? { ...old, session, user: session.user }
          : { ...signedOut, session, user: session.user, loading: true },
      );
      // The client must not be called inside its own callback; a task later is soon enough.
      setTimeout(async () => {
        const [found, needsSecondFactor, known] = await Promise.all([
          checkAdmin(session.user.id),
          secondFactorIsDue(),
          checkAccess(),
        ]);
        if (mine !== latest) return;
        const isAdmin = found === true;
        const access = found === null ? null : (known ?? (isAdmin ? ownersAccess : null));
        if (!access) checked = null;
        setState({ user: session.user, session, isAdmin, access, needsSecondFactor, loading: false, ended: false });
      });
    });
    return () => data.subscription.unsubscribe();
  }, []);

  // While leaving, nothing is shown or redirected: the site is about to load.
  const [leaving, setLeaving] = useState(false);
  const value = useMemo(() => {
    const signOut = async () => {
      setLeaving(true);
      forgetDrafts();
      await endSession();
      location.assign("/");
    };
    const renewAccess = async () => {
      const access = await checkAccess();
      setState((old) => ({ ...old, access }));
    };
    return { ...state, loading: state.loading || leaving, signOut, renewAccess };
  }, [state, leaving]);
  return <SessionContext value={value}>{children}</SessionContext>;
}

async function endSession() {
  const { error } = await supabase().auth.signOut({ scope: "local" });
  if (!error) return;
  // Without a connection the server keeps the session until it runs out, but this browser must forget it now.
  console.error("Signing out was not confirmed by the server:", error.message);
  localStorage.removeItem(sessionKey);
}

/** The name the person has given in Settings; null when there is none. */
export function ownName(user: User | null): string | null {
  const name: unknown = user?.user_metadata.name;
  return (typeof name === "string" && name.trim()) || null;
}

export function useSession(): SessionValue {
  const value = useContext(SessionContext);
  if (!value) throw new Error("useSession needs a SessionProvider");
  return value;
}
