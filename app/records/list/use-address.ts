// The search parameters, as `useSearchParams` has them; but a change is made to the address as it is now, not as it was when
// this was last drawn. So of two changes close together (a search that settles, a dialog that opens) none undoes the other.
import { type NavigateOptions, useSearchParams } from "react-router";

export function useAddress() {
  const [params, setParams] = useSearchParams();
  const change = (edit: (now: URLSearchParams) => URLSearchParams, options?: NavigateOptions) =>
    setParams(() => edit(new URLSearchParams(window.location.search)), options);
  return [params, change] as const;
}
