// Mine or everyone's: in the address, so that a link shows the same rows; without it, as this browser last chose.
import { useState } from "react";

export type TaskOwner = "mine" | "all";
const storageKey = "tasks-whose";

export function rememberedTaskOwner(): TaskOwner {
  try {
    return localStorage.getItem(storageKey) === "all" ? "all" : "mine";
  } catch {
    return "mine";
  }
}

export function useTaskOwner(given: string | null): [TaskOwner, (whose: TaskOwner) => void] {
  const [remembered, setRemembered] = useState(rememberedTaskOwner);
  const choose = (whose: TaskOwner) => {
    setRemembered(whose);
    try {
      localStorage.setItem(storageKey, whose);
    } catch {
      // Storage is blocked: the choice holds for this page.
    }
  };
  return [given === "mine" || given === "all" ? given : remembered, choose];
}
