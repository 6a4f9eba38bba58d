import type { User } from "@supabase/supabase-js";
import { toast } from "#app/ui/toast.ts";

/** Said once someone is in: not yet while a second factor is due. */
export function welcome(user: User | null) {
  if (!user?.factors?.some((factor) => factor.status === "verified")) toast({ title: "Welcome back!" });
}
