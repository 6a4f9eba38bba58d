// The back office and sign-in. Public pages never load this.
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
// Every page of the app begins with the session. Named here, its code is on the way before the route is known.
import "./auth/session-layout.tsx";

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
