import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isSignedOutError, isWorthRetrying } from "./request-error.ts";

/** 1 s, 2 s, 4 s ... and never more than 30 s. */
export const retryDelay = (attempt: number) => Math.min(1000 * 2 ** attempt, 30_000);

/**
 * The browser's word that it is offline is no answer of the server: it may be on this very machine, and a save that waits
 * for the browser to change its mind can be neither seen to fail nor cancelled.
 */
const asked = "always";

/** `onRefused` is called when the server no longer accepts the session. */
export function createQueryClient(onRefused: () => void) {
  const onError = (error: unknown) => {
    if (isSignedOutError(error)) onRefused();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 3 && isWorthRetrying(error),
        retryDelay,
        gcTime: 5 * 60_000,
        staleTime: 15_000,
        networkMode: asked,
      },
      // A save that failed is shown to the person who saved, who decides; it is never sent twice behind their back.
      mutations: { retry: false, networkMode: asked },
    },
  });
}
