// The two editions of the Bootloader landing page. The first is shown first.
import { site } from "./site.ts";

const mail = (subject: string) => `mailto:${site.salesEmail}?subject=${encodeURIComponent(subject)}`;

export const enterpriseDemoLink = mail("Bootloader Enterprise demo");
export const enterprisePlanLink = mail("Bootloader Enterprise plan");
export const professionalPlanLink = mail("Bootloader Professional plan");

export type Edition = {
  id: "community" | "enterprise";
  label: string;
  title: string;
  text: string;
  link: { label: string; href: string };
  features: readonly string[];
};

export const editions: readonly Edition[] = [
  {
    id: "community",
    label: "Community Edition",
    title: "Free and open source",
    text: "Everything a single team needs to scaffold, run and test a swarm on its own machines.",
    link: { label: "See the Community edition", href: "/build/products/bootloader/community" },
    features: [
      "CLI and all three templates",
      "Codex and Portia adapters",
      "Local runs and recorded tests",
      "Community support in chat",
    ],
  },
  {
    id: "enterprise",
    label: "Enterprise Edition",
    title: "For several teams, and for regulated ones",
    text: "The same tool with single sign-on, an audit trail and a named engineer.",
    link: { label: "Request a demo", href: enterpriseDemoLink },
    features: [
      "Private plugin registry",
      "Audit log, exported daily",
      "Commercial license for every product",
      "First response within four working hours",
    ],
  },
];
