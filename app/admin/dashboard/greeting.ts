/** By the clock of whoever looks. */
export function greeting(now: Date): string {
  const hour = now.getHours();
  return hour < 5 || hour >= 18 ? "Good evening" : hour < 12 ? "Good morning" : "Good afternoon";
}
