// One form of the firm's settings: fields, what was refused, one button. What was typed stays when saving fails.
import type { FormEvent, ReactNode } from "react";
import { type FirmChange, useSaveFirm } from "#app/lib/firm.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";
import { Refused } from "../panel.tsx";

export function FirmForm({
  fields,
  saved,
  button,
  children,
}: {
  /** The columns that it changes; each has a control of that name. */
  fields: readonly (keyof FirmChange)[];
  /** Said when it is saved. */
  saved: string;
  button: string;
  children: ReactNode;
}) {
  const save = useSaveFirm(() => toast({ title: saved }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const change = Object.fromEntries(
      fields.map((field) => [
        field,
        String(form.get(field) ?? "")
          .trim()
          .replaceAll("\r\n", "\n") || null,
      ]),
    ) as FirmChange;
    save.mutate(change);
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      {children}
      {save.isError && <Refused>{inWords(messageOf(save.error))}</Refused>}
      <Button type="submit" size="dialog" disabled={save.isPending} className="justify-self-start">
        {save.isPending ? "Saving..." : button}
      </Button>
    </form>
  );
}

/** The name of a check is what it demands. */
const demands: readonly (readonly [check: string, words: string])[] = [
  ["bank details have a holder", "Say both the account and its holder, or neither."],
  [
    "IBAN has its check digits",
    "This IBAN has a wrong or missing character: its check digits do not fit. Compare it with your bank's.",
  ],
  ["BIC has 8 or 11", "A BIC has 8 or 11 letters and digits, such as SKHBNO22."],
  ["account has 4 to 60", "An account number has at least four characters."],
  ["public address", "This does not look like a mail address."],
  ["sender is a mail", "Write the sender as an address, or as Name <address>."],
  ["logo is a PNG", "The logo is too large. Choose a smaller picture."],
];
const inWords = (message: string) => demands.find(([check]) => message.includes(check))?.[1] ?? message;
