import { useEffect, useState } from "react";

/** The value once it has not changed for a moment: what is typed is not checked letter by letter. */
export function useDebounced<T>(value: T, waitMs = 250): T {
  const text = JSON.stringify(value);
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), waitMs);
    return () => clearTimeout(timer);
  }, [text, waitMs]);
  return JSON.parse(debounced) as T;
}
