// Quantities as people type them, for the editor and for the client's page.

/** "6 weeks", "1.5 days", "2": thousandths and the unit. */
export function readQuantity(text: string): { milli: number; unit: string } | null {
  const match = /^(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,3}))?(?:\s*(\D.*))?$/.exec(text.trim());
  if (!match) return null;
  const [, whole = "", part = "", unit = ""] = match;
  return {
    milli: Number(whole.replaceAll(",", "")) * 1000 + Number(part.padEnd(3, "0")),
    unit: unit.trim().slice(0, 40),
  };
}
