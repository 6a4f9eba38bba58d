// The search parameters, as `useSearchParams` has them; but a change is made to the address as it is now, not as it was when
// this was last drawn. So of two changes close together (a search that settles, a dialog that opens) none undoes the other.
import { type NavigateOptions, useSearchParams } from "react-router";

/** By name; null or "" takes the parameter away. */
type Changes = Record<string, string | null>;
/** With `replace` the way back does not come by here again. What is on the screen stays where it is. */
export type ChangeAddress = (changes: Changes, replace?: boolean) => void;

function changed(address: URLSearchParams, changes: Changes) {
  const next = new URLSearchParams(address);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

export function useAddress() {
  const [params, setParams] = useSearchParams();
  const edit = (edited: (now: URLSearchParams) => URLSearchParams, options?: NavigateOptions) =>
    setParams(() => edited(new URLSearchParams(window.location.search)), options);
  const change: ChangeAddress = (changes, replace = false) =>
    edit((now) => changed(now, changes), { replace, preventScrollReset: true });
  const link = (changes: Changes) => `?${changed(params, changes)}`;
  return { params, change, link, edit };
}
