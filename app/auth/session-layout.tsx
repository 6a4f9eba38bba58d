// Around sign-in and the back office: one session, one place for messages.
import { Outlet } from "react-router";
import { Toaster } from "#app/ui/toaster.tsx";
import { SessionProvider } from "./session.tsx";

export default function SessionLayout() {
  return (
    <SessionProvider>
      <Outlet />
      <Toaster />
    </SessionProvider>
  );
}
