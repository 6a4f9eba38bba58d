// Who is signed in, and whether they are an administrator. Both are known when `loading` is false.
import type { Session, User } from "@supabase/supabase-js";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { sessionKey, supabase } from "#app/lib/supabase.ts";
import { forgetDrafts } from "#app/lib/drafts.ts";

interface SessionState {
  user: User | null;
  session: Session | null;
  isAdmin: boolean;
  /** True until the session and the admin check are done. */
  loading: boolean;
}

interface SessionValue extends SessionState {
  /** Ends the session here and forgets half-filled forms. */
  signOut: () => Promise<void>;
}

const SessionContext = createContext<SessionValue | null>(null);
const signedOut: SessionState = { user: null, session: null, isAdmin: false, loading: false };

async function checkAdmin(userId: string): Promise<boolean> {
  try {
    const { data, error } = await supabase()
      .from("user_roles")
      .select("role")
      .eq("user_id", userId)
      .eq("role", "admin")
      .limit(1)
      .maybeSingle();
    if (error) throw new Error(error.message);
    return data !== null;
  } catch (error) {
    console.error("The admin check failed:", error);
    return false;
  }
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<SessionState>({ ...signedOut, loading: true });

  useEffect(() => {
    let latest = 0;
    const { data } = supabase().auth.onAuthStateChange((_event, session) => {
      const mine = ++latest;
      if (!session) return setState(signedOut);
      // A known user keeps what they see while the check is repeated; a new one waits for it.
      setState((old) => (old.user?.id === session.user.id ? { ...old, session, user: session.user } : { ...signedOut, loading: true }));
      // The client must not be called inside its own callback; a task later is soon enough.
      setTimeout(async () => {
        const isAdmin = await checkAdmin(session.user.id);
        if (mine === latest) setState({ user: session.user, session, isAdmin, loading: false });
      });
    });
    return () => data.subscription.unsubscribe();
  }, []);

  const value = useMemo(() => ({ ...state, signOut }), [state]);
  return <SessionContext value={value}>{children}</SessionContext>;
}

async function signOut() {
  forgetDrafts();
  const { error } = await supabase().auth.signOut({ scope: "local" });
  if (!error) return;
  // Without a connection the server keeps the session until it runs out, but this browser must forget it now.
  console.error("Signing out was not confirmed by the server:", error.message);
  localStorage.removeItem(sessionKey);
}

export function useSession(): SessionValue {
  const value = useContext(SessionContext);
  if (!value) throw new Error("useSession needs a SessionProvider");
  return value;
}
