// Where transfers go: shown on every page that asks for money. Sample content; a new owner changes it first.
export const bankDetails = {
  holder: "Guidevane Advisory LLC",
  bank: "Skagen Handelsbank, Bergen",
  account: "NO93 8601 1117 947",
  bic: "SKHBNO22",
  /** Said under the name of the way to pay. */
  note: "No fee. Arrives in one or two business days",
} as const;
