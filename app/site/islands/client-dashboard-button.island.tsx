import { toast } from "../../ui/toast.ts";

/** The entry of the client portal, which is not open yet. */
export function ClientDashboardButton() {
  return (
    <button
      type="button"
      className="needs-script inline-block py-1 hover:underline"
      onClick={() =>
        toast({
          title: "Client Dashboard",
          text: "Client portal will be available soon. Please contact our team directly for access.",
          tone: "notice",
        })
      }
    >
      Client Dashboard
    </button>
  );
}
