import type { PanelProps } from "#domain/module.ts";
import { Timeline } from "./timeline-panel.tsx";

export const OfAccount = ({ record }: PanelProps) => <Timeline place={{ type: "account", id: record.id }} />;
export const OfContact = ({ record }: PanelProps) => <Timeline place={{ type: "contact", id: record.id }} />;
export const OfDeal = ({ record }: PanelProps) => <Timeline place={{ type: "deal", id: record.id }} />;
export const OfInquiry = ({ record }: PanelProps) => <Timeline place={{ type: "inquiry", id: record.id }} />;
