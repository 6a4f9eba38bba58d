// Around sign-in and the back office: one session, one place for messages.
import { Navigate, Outlet, useLocation } from "react-router";
import { Toaster } from "#app/ui/toaster.tsx";
import { isLinkOpen, withoutMailLink } from "./mail-link.ts";
import { SessionProvider } from "./session.tsx";

export default function SessionLayout() {
  const { pathname } = useLocation();
  // Wherever a link leads, the sign-in page asks first; then it goes on to where it led.
  const isToBeAsked = isLinkOpen() && pathname !== "/auth";
  return (
    <SessionProvider>
      {isToBeAsked ? (
        <Navigate to={`/auth?next=${encodeURIComponent(withoutMailLink(location.href))}`} replace />
      ) : (
        <Outlet />
      )}
      <Toaster />
    </SessionProvider>
  );
}
