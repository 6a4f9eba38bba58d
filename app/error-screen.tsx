import { isRouteErrorResponse, useRouteError } from "react-router";
import { messageOf as messageOfRequest } from "./lib/request-error.ts";
import { Art } from "./ui/art.tsx";
import { buttonClass } from "./ui/button.tsx";

/** What is shown when a screen cannot be: the status or message, never a stack. */
export function ErrorScreen() {
  const error = useRouteError();
  return (
    <main className="relative grid min-h-dvh items-end overflow-hidden">
      <Art name="street" className="absolute inset-x-0 top-0 h-[54%] w-full" />
      <div className="relative mx-auto w-full max-w-page px-gutter py-16">
        <h1 className="serif text-display">Unexpected Application Error!</h1>
        <p className="mt-4 mb-7 max-w-140 text-lead break-words text-muted">{messageOf(error)}</p>
        <a className={buttonClass({ variant: "solid" })} href={globalThis.location?.href ?? "/"}>
          Reload this page
        </a>
      </div>
    </main>
  );
}

function messageOf(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim();
  return error instanceof Error && error.message ? messageOfRequest(error) : "The page could not be shown.";
}
