// The services that this office has registered itself with, and their calendars opened with somebody's sign-in.
import type { Sql } from "#server/platform/database/sql.ts";
import type { Platform } from "#server/platform/module-server.ts";
import { createTokens, type RefreshSecret, TokenFailed } from "#server/platform/outside/oauth.ts";
import type { Sealing } from "#server/platform/sealed.ts";
import { CalendarFailed } from "../caldav.ts";
import { openSecret, renewServiceSecret, type ServiceSecret } from "../secrets.ts";
import { google } from "./google.ts";
import { microsoft } from "./microsoft.ts";
import { clientOf, type Service, type ServiceClient, type ServiceKind } from "./service.ts";
import { openServiceApi, type ServiceApi } from "./service-api.ts";

const all: Record<ServiceKind, Service> = { google, microsoft };
type Addresses = Pick<Service, "authorizeUrl" | "tokenUrl" | "apiUrl">;
/** For tests: stand-ins in place of the services. */
export type ServiceAddresses = Partial<Record<ServiceKind, Addresses>>;

export interface Services {
  /** Null: this office has no client of it. */
  get(kind: ServiceKind): { service: Service; client: ServiceClient } | null;
  open(
    calendar: { calendar_id: string; staff_id: string },
    secret: ServiceSecret,
    totalMs: number,
  ): { service: Service; api: ServiceApi };
  /** Of a sign-in that no calendar has yet. */
  openWith(kind: ServiceKind, accessToken: string, totalMs: number): ServiceApi;
  /** After somebody signed in again. */
  forget(staff: string, kind: ServiceKind, account: string): void;
}

interface Parts {
  sql: Sql;
  env: Platform["env"];
  sealing: () => Promise<Sealing>;
  addresses: ServiceAddresses;
}

type Held = RefreshSecret & ServiceSecret & { staff: string };

const keyOf = (staff: string, kind: ServiceKind, account: string) => `${kind} ${staff} ${account}`;

export function openServices({ sql, env, sealing, addresses }: Parts): Services {
  const allowPrivate = env.PRIVATE_SERVERS;
  const get: Services["get"] = (kind) => {
    const client = clientOf(env, kind);
    return client && { service: { ...all[kind], ...addresses[kind] }, client };
  };
  const tokens = createTokens<Held>({ allowPrivate }, async (_key, { staff, kind, account, refresh_token: token }) =>
    renewServiceSecret(sql, await sealing(), staff, { kind, account, refresh_token: token }),
  );

  return {
    get,
    forget: (staff, kind, account) => tokens.forget(keyOf(staff, kind, account)),
    open({ calendar_id: calendar, staff_id: staff }, secret, totalMs) {
      const { kind, account } = secret;
      const known = get(kind);
      if (!known) throw new CalendarFailed("refused", "no client");
      const { service, client } = known;
      const ask = ({ refresh_token }: ServiceSecret, fresh: boolean) =>
        tokens.get(
          keyOf(staff, kind, account),
          {
            kind,
            account,
            staff,
            refresh_token,
            token_url: service.tokenUrl,
            client_id: client.id,
            client_secret: client.secret,
          },
          { fresh },
        );
      const api = openServiceApi(
        service.apiUrl,
        ({ fresh }) =>
          ask(secret, fresh).catch(async (error: unknown) => {
            // Another process may have been given a new one a moment ago.
            if (!(error instanceof TokenFailed) || error.reason !== "withdrawn") throw error;
            const now = await openSecret(sql, await sealing(), calendar);
            if (!("account" in now) || now.refresh_token === secret.refresh_token) throw error;
            return ask(now, true);
          }),
        { allowPrivate, totalMs },
      );
      return { service, api };
    },
    openWith(kind, accessToken, totalMs) {
      const { service } = get(kind)!;
      return openServiceApi(service.apiUrl, () => Promise.resolve(accessToken), { allowPrivate, totalMs });
    },
  };
}
