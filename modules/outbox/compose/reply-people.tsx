// Whom an answer goes to: everyone in the thread, each by hand as recipient, in copy or not at all, and one more address.
import { useState } from "react";
import type { MailPerson } from "#domain/mail-reply.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";

export type Place = "to" | "cc" | "none";
export interface Placed extends MailPerson {
  place: Place;
}

const looksRight = (address: string) => /^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/.test(address);

export function ReplyPeople({
  people,
  onChange,
  onClose,
}: {
  people: readonly Placed[];
  onChange: (people: readonly Placed[]) => void;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState("");
  const [refused, setRefused] = useState<string | undefined>();
  const add = () => {
    const address = typed.trim();
    if (!looksRight(address)) return setRefused("An address looks like name@example.com.");
    if (people.some((person) => person.address.toLowerCase() === address.toLowerCase()))
      return setRefused("This address is in the list.");
    setTyped("");
    onChange([...people, { name: null, address, place: "cc" }]);
  };
  return (
    <div className="grid gap-3 border-b border-line bg-sunken px-4 py-3">
      <ul aria-label="People in this thread" className="grid gap-2">
        {people.map((person) => (
          <li key={person.address} className="grid grid-cols-[minmax(0,1fr)_8.5rem] items-center gap-3">
            <span className="min-w-0 wrap-anywhere">
              <bdi>{person.name ?? person.address}</bdi>
              {person.name && <span className="block text-caption text-muted">{person.address}</span>}
            </span>
            <span className="[&_label]:sr-only">
              <SelectField
                label={`${person.name ?? person.address} gets it as`}
                size="compact"
                value={person.place}
                onChange={(event) =>
                  onChange(people.map((one) => (one === person ? { ...one, place: event.target.value as Place } : one)))
                }
              >
                <option value="to">To</option>
                <option value="cc">Copy</option>
                <option value="none">Not</option>
              </SelectField>
            </span>
          </li>
        ))}
      </ul>
      <form
        noValidate
        className="flex flex-wrap items-end gap-2 *:first:min-w-0 *:first:flex-1 *:first:basis-48"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <TextField
          label="Another address"
          type="email"
          size="compact"
          maxLength={254}
          value={typed}
          error={refused}
          onChange={(event) => {
            setRefused(undefined);
            setTyped(event.target.value);
          }}
        />
        <Button type="submit" variant="line" size="compact" icon="plus">
          Add
        </Button>
        <Button size="compact" onClick={onClose}>
          Done
        </Button>
      </form>
    </div>
  );
}
