import type { Module } from "#domain/module.ts";

export const timeline = {
  key: "timeline",
  name: "Timeline",
  about: "What happened to a record, newest first",
  icon: "clock",
  live: "switched",
  built: false,
} as const satisfies Module;
