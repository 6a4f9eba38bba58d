// Who a mail goes to: each with their address, or why they get none; and one more person.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { countOf } from "#app/lib/formats.ts";
import { suggestionsQuery } from "#app/records/reference-data.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Combobox } from "#app/ui/compact/combobox.tsx";
import { Field } from "#app/ui/field.tsx";
import { type Recipient, sendable, whySkipped, withoutDuplicates } from "./recipients.ts";

const few = 4;

export function RecipientList({
  people,
  error,
  onAdd,
  onRemove,
}: {
  people: readonly Recipient[];
  error: string | undefined;
  onAdd: (contact: string) => void;
  onRemove: (person: Recipient) => void;
}) {
  const [term, setTerm] = useState("");
  const [all, setAll] = useState(false);
  const found = useQuery({
    ...suggestionsQuery({ table: "contacts", one: "contact" }, term),
    placeholderData: keepPreviousData,
  });
  const listed = withoutDuplicates(people);
  const going = sendable(people);
  const left = listed.length - going.length;
  return (
    <div className="grid gap-2">
      <Field label="To" error={error} size="compact">
        {(control) => (
          <Combobox
            label="To"
            control={control}
            chosen={null}
            options={found.data ?? []}
            loading={found.isPending}
            onTerm={setTerm}
            onChoose={({ id }) => onAdd(id)}
            placeholder={people.length === 0 ? "Find a contact" : "Add a contact"}
            nothing={found.isError ? "Contacts could not be loaded." : "No contact matches."}
          />
        )}
      </Field>
      {listed.length > 1 && (
        <p aria-live="polite" className="text-caption text-muted">
          {countOf(going.length, "person gets", "people get")} a mail of their own.
          {left > 0 && ` ${countOf(left, "is", "are")} left out.`}
        </p>
      )}
      <ul aria-label="Recipients" className="grid gap-1 empty:hidden">
        {(all ? listed : listed.slice(0, few)).map((person) => {
          const name = person.name ?? person.of_name ?? "";
          const isOut = person.skipped !== null && !going.some(({ of_id: id }) => id === person.of_id);
          return (
            <li
              key={person.of_id}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 rounded-1 bg-sunken py-0.5 pr-0.5 pl-2.5"
            >
              <span className="flex min-w-0 flex-wrap gap-x-2">
                <b className="max-w-full truncate font-semibold" dir="auto">
                  {name}
                </b>
                {isOut ? (
                  <span className="text-dev">{whySkipped(person.skipped ?? "")}</span>
                ) : (
                  <span className="max-w-full truncate text-muted">
                    {[person.email, person.account_name].filter(Boolean).join(", ")}
                  </span>
                )}
              </span>
              <IconButton name="close" label={`Take off ${name}`} size="compact" onClick={() => onRemove(person)} />
            </li>
          );
        })}
      </ul>
      {!all && listed.length > few && (
        <Button variant="line" size="compact" className="justify-self-start" onClick={() => setAll(true)}>
          Show all {listed.length}
        </Button>
      )}
    </div>
  );
}
