// A Professional seat, bought on the site: one payment for one period, at the price of content/pricing.ts. No row is written before the
// provider is asked. What is paid becomes money that fits no request, with a task for anyone who sends the license (decision 163).
import { randomUUID } from "node:crypto";
import { type Period, periodOfPayment, professionalPrice } from "#content/pricing.ts";
import type { CheckoutFacts } from "#server/platform/outbox/stripe.ts";
import { gateClosed } from "#server/platform/outbox/gate-closed.ts";
import type { CheckoutParts } from "./checkout.ts";

export const seatPath = "/pay/professional";

const isPeriod = (period: unknown): period is Period =>
  typeof period === "string" && Object.hasOwn(professionalPrice, period);

/** What the books say of a session that is a seat. A foreign value is none. */
export function seatOf({ seat, buyer }: Pick<CheckoutFacts, "seat" | "buyer">) {
  if (!isPeriod(seat)) return { seat: null };
  return { seat, reference: ["Bootloader Professional", periodOfPayment[seat], buyer].filter(Boolean).join(", ") };
}

type SeatRefusal = "period" | "off" | "safe" | "paused" | "trouble";

/** The address of the provider's page for one period, or why there is none. */
export async function startSeat(
  parts: CheckoutParts | null,
  period: unknown,
): Promise<{ url: string } | { refused: SeatRefusal }> {
  if (!isPeriod(period)) return { refused: "period" };
  if (!parts) return { refused: "off" };
  const { sql, stripe, siteUrl, publishing } = parts;
  const closed = await gateClosed(sql, publishing);
  if (closed) return { refused: closed };
  try {
    return await stripe.createSeat({
      id: randomUUID(),
      period,
      amountMinor: professionalPrice[period] * 100,
      currency: "USD",
      title: `Bootloader Professional, ${periodOfPayment[period]}`,
      successUrl: `${siteUrl}${seatPath}?session={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${siteUrl}/build/products/bootloader#pricing`,
    });
  } catch {
    // Nothing was charged; a page that was made all the same ends by itself after a day.
    return { refused: "trouble" };
  }
}
