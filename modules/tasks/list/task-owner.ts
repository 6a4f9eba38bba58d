// Mine or everyone's: in the address, so that a link shows the same rows; without it, as this browser last chose.
import { useState } from "react";

export type Whose = "mine" | "all";
const storageKey = "tasks-whose";

export function rememberedWhose(): Whose {
  try {
    return localStorage.getItem(storageKey) === "all" ? "all" : "mine";
  } catch {
    return "mine";
  }
}

export function useWhose(given: string | null): [Whose, (whose: Whose) => void] {
  const [remembered, setRemembered] = useState(rememberedWhose);
  const choose = (whose: Whose) => {
    setRemembered(whose);
    try {
      localStorage.setItem(storageKey, whose);
    } catch {
      // Storage is blocked: the choice holds for this page.
    }
  };
  return [given === "mine" || given === "all" ? given : remembered, choose];
}
