// Whether a VAT id is registered the Union's service knows, which is asked by a press. Its silence stops nothing.

export type ViesAnswer = "valid" | "not valid" | "no answer";
export type AskVies = (vatId: string) => Promise<ViesAnswer>;

export const askVies: AskVies = async (vatId) => {
  try {
    const answer = await fetch(
      `https://ec.europa.eu/taxation_customs/vies/rest-api/ms/${vatId.slice(0, 2)}/vat/${vatId.slice(2)}`,
      {
        redirect: "error",
        signal: AbortSignal.timeout(10_000),
      },
    );
    const told: unknown = answer.ok ? JSON.parse((await answer.text()).slice(0, 20_000)) : null;
    const { isValid } = (told ?? {}) as { isValid?: unknown };
    return isValid === true ? "valid" : isValid === false ? "not valid" : "no answer";
  } catch {
    return "no answer";
  }
};
