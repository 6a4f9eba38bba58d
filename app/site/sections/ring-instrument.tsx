// The ring of vanes with its six stations. The drawing is static; the stations are an island, and CSS joins the two.
import { Ring } from "../art/ring.tsx";
import { Island } from "../islands/island.tsx";
import { RingStations, type Station } from "../islands/hero.island.tsx";

/** 60 degrees apart, at 42 percent of the box from the centre. */
export const stations: readonly Station[] = [
  { icon: "conversation", name: "Conversation", bearing: 0 },
  { icon: "research", name: "Research", bearing: 60 },
  { icon: "plan", name: "Plan", bearing: 120 },
  { icon: "train", name: "Train", bearing: 180 },
  { icon: "build", name: "Build", bearing: 240 },
  { icon: "deploy", name: "Deploy", bearing: 300 },
];

/** `horizon`: cut off at half height, with the six stations along the upper arc. */
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
        <RingStations stations={stations} />
      </Island>
    </div>
  );
}
