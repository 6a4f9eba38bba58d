// System Tests: a whole inquiry, from the form's token to the outbox, in a transaction that is rolled back.
import { useMutation } from "@tanstack/react-query";
import * as z from "zod/mini";
import { callApi } from "#app/lib/api.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { panelClass } from "#app/ui/panel.ts";

const testedSchema = z.object({
  ok: z.boolean(),
  steps: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() })),
});

export default function TestInquiry() {
  const test = useMutation({
    mutationFn: () => callApi("/inquiries/test", testedSchema, { method: "POST" }),
  });
  return (
    <section aria-label="Inquiries" className={panelClass}>
      <header className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3">
        <div className="min-w-0 grow">
          <h2 className="text-small font-[640]">Inquiries</h2>
          <p className="text-caption text-muted">
            The whole chain: message, person, company, task, timeline, receipt. Nothing of it is kept.
          </p>
        </div>
        <Button variant="line" size="compact" icon="send" disabled={test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? "Running..." : "Send a test inquiry"}
        </Button>
      </header>
      <div aria-live="polite" className="px-4 py-3 font-mono text-caption">
        {test.isIdle && <p className="text-muted">It has not been run yet.</p>}
        {test.isError && <p className="text-danger">The test failed: {messageOf(test.error)}</p>}
        {test.data && (
          <ol>
            {test.data.steps.map((step) => (
              <li key={step.name} className="flex gap-3 py-1">
                <Icon
                  name={step.ok ? "check" : "alert"}
                  className={`mt-0.5 size-4 ${step.ok ? "text-live" : "text-danger"}`}
                />
                <span className={`min-w-0 wrap-anywhere ${step.ok ? "" : "text-danger"}`}>
                  <span className="sr-only">{step.ok ? "Passed: " : "Failed: "}</span>
                  {step.name}
                  {step.detail && `: ${step.detail}`}
                </span>
              </li>
            ))}
            <li className="pt-1 text-muted">
              {test.data.ok ? "All of it worked, and was rolled back." : "Not all of it worked. It was rolled back."}
            </li>
          </ol>
        )}
      </div>
    </section>
  );
}
