// The four tests of a connection, each with its answer; what was not reached says so.
import { Icon } from "#app/ui/icon.tsx";
import type { TestStep } from "../mailbox-data.ts";

const names: Record<TestStep["step"], string> = {
  resolve: "Server found",
  connect: "Encrypted connection",
  sign_in: "Sign-in",
  folders: "Folders",
};
const order = ["resolve", "connect", "sign_in", "folders"] as const;

export function TestSteps({ steps, running }: { steps: readonly TestStep[]; running: boolean }) {
  return (
    <ol
      aria-label="Tests"
      aria-live="polite"
      aria-busy={running}
      className="rounded-1 rounded-br-turn-sm border border-line text-caption"
    >
      {order.map((name) => {
        const step = steps.find((each) => each.step === name);
        return (
          <li key={name} className="flex items-start gap-3 border-b border-line px-3.5 py-2 last:border-0">
            {step ? (
              <Icon
                name={step.ok ? "check" : "alert"}
                className={`mt-0.5 size-4 shrink-0 ${step.ok ? "text-live" : "text-danger"}`}
              />
            ) : (
              <span aria-hidden="true" className="w-4 shrink-0 text-center text-muted">
                –
              </span>
            )}
            <span className={`min-w-0 flex-1 wrap-anywhere ${step && !step.ok ? "font-semibold text-danger" : ""}`}>
              <span className="sr-only">{step ? (step.ok ? "Passed: " : "Failed: ") : ""}</span>
              {step ? (step.ok ? step.message : `${names[name]}: ${step.message}`) : names[name]}
            </span>
            <span className="shrink-0 text-muted">
              {step
                ? step.ms === undefined
                  ? ""
                  : `${(step.ms / 1000).toFixed(1)} s`
                : running
                  ? "Testing..."
                  : "Not reached"}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
