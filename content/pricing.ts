// Plans of the Bootloader. The switch shows one of the two periods; "Custom" has none.
import { historyDays } from "./bootloader-reference.ts";

export type Period = "monthly" | "annual";
export type Plan = {
  name: string;
  price: Record<Period, number> | "Custom";
  /** Stands under the price where there is no period to name. */
  priceNote?: string;
  description: string;
  features: readonly string[];
  cta: string;
  /** A page, a mail link by its purpose, or the card checkout that does not exist yet. */
  ctaLink: "/build/products/bootloader/community" | "sales-mail" | "checkout";
  popular: boolean;
};

export const periodWords: Record<Period, string> = { monthly: "per month", annual: "per year" };

/** What one payment by card pays for. It is not repeated by itself. */
export const periodOfPayment: Record<Period, string> = { monthly: "one month", annual: "one year" };

/** The one plan that is sold at a price. */
export const professionalPrice: Record<Period, number> = { monthly: 49, annual: 490 };
const saving = 1 - professionalPrice.annual / (12 * professionalPrice.monthly);
export const savingLabel = `Save ${Math.round(saving * 100)}%`;
export const popularLabel = "Most Popular";

export const plans: readonly Plan[] = [
  {
    name: "Free",
    price: { monthly: 0, annual: 0 },
    priceNote: "Forever",
    description: "For learning, internal tools and open source.",
    features: ["Community edition under AGPL-3.0", "All three templates, both adapters", "Community support in chat"],
    cta: "Download",
    ctaLink: "/build/products/bootloader/community",
    popular: false,
  },
  {
    name: "Professional",
    price: professionalPrice,
    description: "For a team that ships one closed-source product.",
    features: [
      "Everything in Free",
      "Commercial license for one product",
      `${historyDays.Professional} days of hosted run history`,
      "Email support within one business day",
    ],
    cta: "Start Professional",
    ctaLink: "checkout",
    popular: true,
  },
  {
    name: "Enterprise",
    price: "Custom",
    priceNote: "Priced by team",
    description: "For several teams, and for regulated ones.",
    features: [
      "Everything in Professional",
      `${historyDays.Enterprise} days of hosted run history`,
      "Private plugin registry and audit log",
      "Single sign-on",
      "Named engineer",
    ],
    cta: "Talk to sales",
    ctaLink: "sales-mail",
    popular: false,
  },
];

export const checkoutNotice = {
  log: "Card checkout for the Professional plan would be implemented later.",
  title: "Checkout is not open yet",
  text: "Card checkout for the Professional plan will be implemented later.",
} as const;
