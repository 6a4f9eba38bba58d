export const valueLink = "underline decoration-control underline-offset-3 hover:decoration-ink";
