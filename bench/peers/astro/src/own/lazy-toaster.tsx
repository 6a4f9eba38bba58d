import { lazy, Suspense, useEffect, useState } from "react";
import { toastWaiting } from "../product/app/ui/toast.ts";

const Toaster = lazy(() => import("../product/app/ui/toaster.tsx").then((part) => ({ default: part.Toaster })));

export function LazyToaster() {
  const [wanted, want] = useState(false);
  useEffect(() => {
    const show = () => want(true);
    window.addEventListener(toastWaiting, show, { once: true });
    return () => window.removeEventListener(toastWaiting, show);
  }, []);
  return wanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
