import { useEffect, useState } from "react";

/** The value once it has not changed for a moment: what is typed is not checked letter by letter. */
export function useSettled<T>(value: T, waitMs = 250): T {
  const text = JSON.stringify(value);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), waitMs);
    return () => clearTimeout(timer);
  }, [text, waitMs]);
  return JSON.parse(settled) as T;
}
