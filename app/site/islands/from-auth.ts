// What sign-in leaves to public pages: links in mail return to the site root, and sign-up ends there with a message.
import { takeHandedOverToast } from "#app/lib/handed-over-toast.ts";
import { toast } from "../../ui/toast.ts";

export function arriveFromAuth() {
  // A link in mail brings a code, a session or why it failed; only the sign-in page can take it. Here it confirmed an address.
  const query = /[?&]code=[0-9a-f-]{36}(&|$)/.test(location.search) ? `${location.search}&confirmed` : "";
  if (query || /^#(access_token|error)=/.test(location.hash)) return location.replace(`/auth${query}${location.hash}`);
  const left = takeHandedOverToast();
  if (left) toast(left);
}
