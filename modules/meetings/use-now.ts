import { useEffect, useState } from "react";
import { currentMillis } from "#domain/clock.ts";

/** This moment, looked at again every half minute: what is next and what is over changes by itself. */
export function useNow(): number {
  const [now, setNow] = useState(currentMillis);
  useEffect(() => {
    const timer = setInterval(() => setNow(currentMillis()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
