// Cal.com's API, version 2, as far as we read it: one booking, and a list of them.
import { z } from "zod";

/** Pinned: fields have other names in other versions. */
const apiVersion = "2024-08-13";
const timeoutMs = 10_000;
const pageSize = 100;

const person = z.object({ name: z.string().nullish(), email: z.string().nullish(), timeZone: z.string().nullish() });
const bookingSchema = z.object({
  uid: z.string(),
  title: z.string().nullish(),
  status: z.string(),
  start: z.string(),
  end: z.string(),
  eventTypeId: z.number().nullish(),
  eventType: z.object({ id: z.number() }).nullish(),
  hosts: z.array(person).nullish(),
  attendees: z.array(person).nullish(),
  location: z.string().nullish(),
  cancellationReason: z.string().nullish(),
  rescheduledFromUid: z.string().nullish(),
  rescheduledToUid: z.string().nullish(),
  rescheduled: z.boolean().nullish(),
});
export type ProviderBooking = z.infer<typeof bookingSchema>;

export class ProviderFailed extends Error {
  readonly status: number;
  constructor(status: number) {
    super(status === 0 ? "The scheduling service did not answer" : `The scheduling service answered ${status}`);
    this.name = "ProviderFailed";
    this.status = status;
  }
}

export interface ProviderApi {
  /** Null: it is not there, or not any more. */
  booking(uid: string): Promise<ProviderBooking | null>;
  between(from: Date, until: Date): Promise<ProviderBooking[]>;
}

export function providerApi({ url, key }: { url: string; key: string }): ProviderApi {
  async function get(path: string): Promise<unknown> {
    const response = await fetch(`${url}${path}`, {
      headers: { authorization: `Bearer ${key}`, "cal-api-version": apiVersion, accept: "application/json" },
      signal: AbortSignal.timeout(timeoutMs),
      // A key is never sent on to another host.
      redirect: "error",
    }).catch(() => {
      throw new ProviderFailed(0);
    });
    if (response.status === 404 || response.status === 410) return null;
    if (!response.ok) throw new ProviderFailed(response.status);
    return response.json();
  }
  return {
    async booking(uid) {
      const answer = await get(`/v2/bookings/${encodeURIComponent(uid)}`);
      if (answer === null) return null;
      // A booking of a series is the list of its dates.
      const { data } = z.object({ data: z.union([bookingSchema, z.array(bookingSchema)]) }).parse(answer);
      return Array.isArray(data) ? (data.find((each) => each.uid === uid) ?? null) : data;
    },
    async between(from, until) {
      const all: ProviderBooking[] = [];
      for (let skip = 0; skip < 5000; skip += pageSize) {
        const query = new URLSearchParams({
          afterStart: from.toISOString(),
          beforeEnd: until.toISOString(),
          take: String(pageSize),
          skip: String(skip),
        });
        const answer = await get(`/v2/bookings?${query}`);
        const { data } = z.object({ data: z.array(bookingSchema) }).parse(answer ?? { data: [] });
        all.push(...data);
        if (data.length < pageSize) break;
      }
      return all;
    },
  };
}
