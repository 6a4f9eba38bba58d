// The names of the rules that CEN (EN 16931, UBL and CII) and KoSIT (XRechnung 3.0, with what it takes over from Peppol) published until 2025, as
// ranges. Only for tests.

/** "BR-01 … BR-03, BR-CO-04" is four names. */
export function namesOf(text: string): string[] {
  return text.split(", ").flatMap((piece) => {
    const [from, to] = piece.trim().split(" … ");
    if (to === undefined) return [from!];
    const [, stem, first] = /^(.*?)(\d+)$/.exec(from!)!;
    const last = Number(/\d+$/.exec(to)![0]);
    return Array.from(
      { length: last - Number(first) + 1 },
      (_, n) => stem + String(Number(first) + n).padStart(first!.length, "0"),
    );
  });
}

const cen = `BR-01 … BR-33, BR-36 … BR-38, BR-41 … BR-57, BR-61 … BR-67, BR-CO-03 … BR-CO-26, BR-B-01, BR-B-02,
BR-S-01 … BR-S-10, BR-Z-01 … BR-Z-10, BR-E-01 … BR-E-10, BR-AE-01 … BR-AE-10, BR-IC-01 … BR-IC-12, BR-G-01 … BR-G-10,
BR-O-01 … BR-O-14, BR-AF-01 … BR-AF-10, BR-AG-01 … BR-AG-10, BR-DEC-01, BR-DEC-02, BR-DEC-05, BR-DEC-06,
BR-DEC-09 … BR-DEC-20, BR-DEC-23 … BR-DEC-25, BR-DEC-27, BR-DEC-28, BR-CL-01, BR-CL-03 … BR-CL-08, BR-CL-10, BR-CL-11,
BR-CL-13 … BR-CL-26, UBL-CR-001 … UBL-CR-682, UBL-SR-01 … UBL-SR-37, UBL-SR-39, UBL-SR-40, UBL-SR-42 … UBL-SR-53,
UBL-DT-01, UBL-DT-06 … UBL-DT-28, CII-SR-001 … CII-SR-466, CII-DT-001 … CII-DT-098, CII-DT-101 … CII-DT-104`;
const kosit = `BR-DE-1 … BR-DE-11, BR-DE-14 … BR-DE-22, BR-DE-18-a, BR-DE-23-a, BR-DE-23-b, BR-DE-24-a, BR-DE-24-b,
BR-DE-25-a, BR-DE-25-b, BR-DE-26 … BR-DE-31, BR-DE-TMP-32, BR-TMP-1, BR-TMP-2, BR-TMP-CVD-01, BR-DEX-01 … BR-DEX-15,
BR-DE-CVD-01 … BR-DE-CVD-05, BR-DE-CVD-06-a, BR-DE-CVD-06-b, PEPPOL-EN16931-R001, PEPPOL-EN16931-R005,
PEPPOL-EN16931-R008, PEPPOL-EN16931-R010, PEPPOL-EN16931-R020, PEPPOL-EN16931-R040 … PEPPOL-EN16931-R044,
PEPPOL-EN16931-R046, PEPPOL-EN16931-R053 … PEPPOL-EN16931-R055, PEPPOL-EN16931-R061, PEPPOL-EN16931-R101,
PEPPOL-EN16931-R110, PEPPOL-EN16931-R111, PEPPOL-EN16931-R120, PEPPOL-EN16931-R121, PEPPOL-EN16931-R130`;
export const officialRules = [...namesOf(cen.replaceAll("\n", " ")), ...namesOf(kosit.replaceAll("\n", " "))];
