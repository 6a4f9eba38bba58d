"use client";
import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { startHeader } from "../product/app/site/islands/header.ts";
import { toastWaiting } from "../product/app/ui/toast.ts";

const Toaster = dynamic(() => import("../product/app/ui/toaster.tsx").then((part) => part.Toaster), { ssr: false });

export function HeaderManners() {
  useEffect(startHeader, []);
  return null;
}

export function LazyToaster() {
  const [wanted, want] = useState(false);
  useEffect(() => {
    const show = () => want(true);
    window.addEventListener(toastWaiting, show, { once: true });
    return () => window.removeEventListener(toastWaiting, show);
  }, []);
  return wanted ? <Toaster /> : null;
}
