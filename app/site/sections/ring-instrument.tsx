// The ring of vanes with its six steps. The drawing is static; the steps are an island, and CSS joins the two.
import { Ring } from "../art/ring.tsx";
import { Island } from "../islands/island.tsx";
import { RingSteps, type RingStep } from "../islands/hero.island.tsx";

/** 60 degrees apart, at 42 percent of the box from the centre. */
export const steps: readonly RingStep[] = [
  { icon: "conversation", name: "Conversation", bearing: 0 },
  { icon: "research", name: "Research", bearing: 60 },
  { icon: "plan", name: "Plan", bearing: 120 },
  { icon: "train", name: "Train", bearing: 180 },
  { icon: "build", name: "Build", bearing: 240 },
  { icon: "deploy", name: "Deploy", bearing: 300 },
];

/** `horizon`: cut off at half height, with the six steps along the upper arc. */
export function RingInstrument({ flowClass = "", horizon = false }: { flowClass?: string; horizon?: boolean }) {
  return (
    <div className={`ring-instrument relative aspect-square w-full ${horizon ? "ring-horizon" : ""}`}>
      <Ring
        speed={1.25}
        // The corners of the box.
        reach={2122}
        bezel
        className={`pointer-events-none absolute top-1/2 left-1/2 size-[500%] max-w-none -translate-1/2 ${flowClass}`}
      />
      <Island when="idle">
        <RingSteps steps={steps} />
      </Island>
    </div>
  );
}
