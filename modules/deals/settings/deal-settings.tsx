// Settings, Deals: the stages of the board, why deals are closed, what currencies are worth.
import { RateSettings } from "./rate-settings.tsx";
import { ReasonSettings } from "./reason-settings.tsx";
import { StageSettings } from "./stage-settings.tsx";

export default function DealSettings() {
  return (
    <div className="grid gap-5">
      <StageSettings />
      <ReasonSettings />
      <RateSettings />
    </div>
  );
}
