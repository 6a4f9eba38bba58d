import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { currentMillis } from "#domain/clock.ts";
import { isSignedOutError, isWorthRetrying } from "./request-error.ts";

/** 1 s, 2 s, 4 s ... and never more than 30 s. */
export const retryDelay = (attempt: number) => Math.min(1000 * 2 ** attempt, 30_000);

/** Between the failure of a read and its next by itself. */
const leastRestMs = 5000;

/**
 * The browser's word that it is offline is no answer of the server: it may be on this very machine, and a save that waits
 * for the browser to change its mind can be neither seen to fail nor cancelled.
 */
const asked = "always";

/**
 * The library reads again what is invalid, but lets a first read that is under way go on: one that began before the change
 * would show the state before it, and count as fresh. Here it begins again too.
 */
class OfficeQueryClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll({ ...filters, type: "active", fetchStatus: "fetching" }))
      // Silent: anyone who waits for it gets the answer of the read that follows.
      if (query.state.data === undefined) void query.cancel({ silent: true });
    return super.invalidateQueries(filters, options);
  }
}

/** `onRefused` is called when the server no longer accepts the session. */
export function createQueryClient(onRefused: () => void) {
  const onError = (error: unknown) => {
    if (isSignedOutError(error)) onRefused();
  };
  return new OfficeQueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 3 && isWorthRetrying(error),
        retryDelay,
        // A part that appears may ask again for what has failed, but never so often that parts which come and go are a storm.
        retryOnMount: ({ state }) => currentMillis() - state.errorUpdatedAt >= leastRestMs,
        gcTime: 5 * 60_000,
        staleTime: 15_000,
        networkMode: asked,
      },
      // A save that failed is shown to the person who saved, who decides; it is never sent twice behind their back.
      mutations: { retry: false, networkMode: asked },
    },
  });
}
