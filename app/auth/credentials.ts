// The rules of the sign-in page. Only the first complaint is shown.
import * as z from "zod/mini";

const email = z.string().check(z.trim(), z.email("Invalid email address"));
const password = z.string().check(z.minLength(6, "Password must be at least 6 characters"));

export const credentials = z.object({ email, password });
export const addressOnly = z.object({ email });
export const passwordOnly = z.object({ password });

export type FieldComplaint = { field: "email" | "password"; message: string };

/** The values, or the first complaint in the order of the fields. */
export function check<T>(schema: z.ZodMiniType<T>, values: unknown): { values: T } | { complaint: FieldComplaint } {
  const result = schema.safeParse(values);
  if (result.success) return { values: result.data };
  const [first] = result.error.issues;
  return { complaint: { field: first?.path[0] === "password" ? "password" : "email", message: first?.message ?? "" } };
}
