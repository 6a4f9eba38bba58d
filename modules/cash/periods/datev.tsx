// The file for DATEV, a trial: off until someone says the accounts of the accountant.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { may } from "#app/lib/access.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { FieldError, TextArea, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { toast } from "#app/ui/toast.ts";
import { datevQuery, useSaveDatev } from "../cash-data.ts";
import { type Datev, readRevenue, revenueText } from "../datev.ts";

export function DatevLine() {
  const kept = useQuery(datevQuery);
  const [open, setOpen] = useState(false);
  if (kept.data === undefined || !may("cash", "money")) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-line px-4 py-3">
      <p className="min-w-0 grow basis-72 text-caption text-muted">
        <b className="font-semibold text-ink">DATEV, a trial.</b>{" "}
        {kept.data
          ? "The ZIP has a Buchungsstapel of the period, too. Have your accountant read it before it is imported."
          : "With the accounts of your accountant, the ZIP has a Buchungsstapel of the period, too."}
      </p>
      <Button variant="line" size="compact" onClick={() => setOpen(true)}>
        {kept.data ? "Change accounts" : "Set accounts"}
      </Button>
      {open && <DatevDialog kept={kept.data} onClose={() => setOpen(false)} />}
    </div>
  );
}

const numbers = [
  ["consultant", "Consultant (Berater)"],
  ["client", "Client (Mandant)"],
  ["account_length", "Digits of an account"],
] as const;
const accounts = [
  ["clients_account", "Clients, all in one"],
  ["bank_account", "Bank"],
  ["other_account", "Cards and other money"],
] as const;
type Typed = Record<(typeof numbers)[number][0] | (typeof accounts)[number][0], string>;

function DatevDialog({ kept, onClose }: { kept: Datev | null; onClose: () => void }) {
  const [typed, setTyped] = useState<Typed>({
    consultant: String(kept?.consultant ?? ""),
    client: String(kept?.client ?? ""),
    account_length: String(kept?.account_length ?? 4),
    clients_account: kept?.clients_account ?? "",
    bank_account: kept?.bank_account ?? "",
    other_account: kept?.other_account ?? "",
  });
  const [lines, setLines] = useState(revenueText(kept?.revenue ?? []));
  const [problem, setProblem] = useState<string | null>(null);
  const save = useSaveDatev();
  const put = (datev: Datev | null, said: string) =>
    save.mutate(datev, {
      onSuccess: () => {
        onClose();
        void toast({ tone: "notice", title: said });
      },
    });
  const confirm = () => {
    const read = readRevenue(lines);
    setProblem("problem" in read ? read.problem : null);
    if ("problem" in read) return;
    const { consultant, client, account_length, ...rest } = typed;
    put(
      {
        ...rest,
        consultant: Number(consultant),
        client: Number(client),
        account_length: Number(account_length),
        revenue: read.revenue,
      },
      "The accounts are kept. The ZIP has a file for DATEV now.",
    );
  };
  const field = ([name, label]: readonly [keyof Typed, string]) => (
    <TextField
      key={name}
      label={label}
      size="compact"
      inputMode="numeric"
      value={typed[name]}
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value.trim() })}
    />
  );
  return (
    <FormDialog
      title="Accounts of DATEV"
      busy={save.isPending}
      onClose={onClose}
      confirm="Keep"
      blocked={Object.values(typed).some((value) => value === "") || lines.trim() === ""}
      onConfirm={confirm}
    >
      <div className="grid gap-3 sm:grid-cols-3">
        {numbers.map(field)}
        {accounts.map(field)}
      </div>
      <div className="mt-3">
        <TextArea
          label="Revenue: category, rate, account, key of tax where it needs one"
          hint="One a line, such as S 19 8400. Categories are those of the report: S taxed, Z zero, E exempt, AE reverse charge, G export, O not in scope."
          size="compact"
          rows={5}
          value={lines}
          onChange={(event) => setLines(event.target.value)}
        />
      </div>
      {(problem ?? save.isError) && <FieldError>{problem ?? messageOf(save.error)}</FieldError>}
      {kept && (
        <div className="mt-4">
          <Button
            variant="line"
            size="compact"
            disabled={save.isPending}
            onClick={() => put(null, "The ZIP has no file for DATEV any more.")}
          >
            Make no file for DATEV
          </Button>
        </div>
      )}
    </FormDialog>
  );
}
