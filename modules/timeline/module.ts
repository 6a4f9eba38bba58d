import type { Module } from "#domain/module.ts";

export const timeline = {
  key: "timeline",
  name: "Timeline",
  icon: "clock",
  live: "switched",
  built: false,
} as const satisfies Module;
