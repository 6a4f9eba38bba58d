// What sign-in leaves to public pages: links in mail return to the site root, and sign-up ends there with a message.
import { takeHandedOverToast } from "#app/lib/handed-over-toast.ts";
import { toast } from "../../ui/toast.ts";

export function arriveFromAuth() {
  // A link in mail brings a session (or why it failed) behind the #; only the sign-in page can take it.
  if (/^#(access_token|error)=/.test(location.hash)) return location.replace(`/auth${location.hash}`);
  const left = takeHandedOverToast();
  if (left) toast(left);
}
