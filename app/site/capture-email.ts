// What happens with an address typed into one of our boxes: nothing leaves the browser. It is logged, and a toast says so.
import { toast } from "../ui/toast.ts";

export type OnCapture = (email: string, contentTitle: string) => void;

/** True when there was an address. `contentTitle` names what the visitor asked for. */
export function captureEmail(email: string, contentTitle: string, onCapture?: OnCapture): boolean {
  if (email.trim() === "") {
    toast({
      title: "Email required",
      text: "Please enter your email address to continue.",
      tone: "danger",
    });
    return false;
  }
  // oxlint-disable-next-line no-console -- specified: the address and the title are logged, and sent nowhere
  console.log("Email captured", { email, contentTitle });
  onCapture?.(email, contentTitle);
  toast({ title: "Success!", text: "Check your email for the full content access." });
  return true;
}
