// The headline and the ring are two islands that move together: they share this clock.
import { createClock } from "./clock.ts";

export const headlineWords = [
  "Strategy",
  "Education",
  "Training",
  "Design",
  "Development",
  "Workflows",
  "Deployment",
  "Leadership",
  "Clarity",
  "Foresight",
] as const;

export const headlineClock = createClock({ count: headlineWords.length, every: 5000, fade: 300 });
