// Who is on a deal and what they do there. Someone who is not known yet is added here, without leaving the page.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { PanelProps } from "#domain/module.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { initialsOf } from "#app/records/field-kinds/person.tsx";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { suggestionsQuery } from "#app/records/reference-data.ts";
import { Chip } from "#app/ui/badge.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Combobox } from "#app/ui/desk/combobox.tsx";
import { Menu } from "#app/ui/desk/menu.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field, FieldError, TextField } from "#app/ui/field.tsx";
import { panelClass } from "#app/ui/panel.ts";
import {
  type DealPerson,
  dealStateQuery,
  peopleQuery,
  type PersonChange,
  useAddPerson,
  useChangePerson,
} from "./deal-page-data.ts";

const roles = ["Decides", "Brings it", "Uses it", "Pays", "Advises"];

export default function PeopleOfDeal({ record }: PanelProps) {
  const people = useQuery(peopleQuery(record.id));
  const [adding, setAdding] = useState(false);
  const [role, setRole] = useState<DealPerson | null>(null);
  const change = useChangePerson(record.id);
  const act = (id: string, what: PersonChange) => change.mutate({ id, change: what });
  return (
    <section aria-label="People" className={panelClass}>
      <header className="flex items-center justify-between gap-3 border-b border-line py-1.5 pr-2 pl-4">
        <h2 className="text-small font-[640]">
          People{people.data && <span className="font-normal text-muted"> {people.data.length}</span>}
        </h2>
        <IconButton name="plus" label="Add a person" size="desk" onClick={() => setAdding(true)} />
      </header>
      {people.isPending && <LoadingRows rows={2} />}
      {people.isError && (
        <div role="alert" className="grid justify-items-start gap-2 px-4 py-3 text-danger">
          <p>Failed to load the people. {messageOf(people.error)}</p>
          <Button variant="line" size="desk" onClick={() => void people.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {people.data?.length === 0 && <p className="px-4 py-3 text-muted">None</p>}
      <ul>
        {people.data?.map((person) => (
          <li key={person.id} className="flex items-center gap-2.5 border-b border-line py-2 pr-2 pl-4 last:border-0">
            <span
              aria-hidden="true"
              className="grid size-8 shrink-0 place-items-center rounded-full bg-nil text-[0.6875rem] font-[650]"
            >
              {initialsOf(person.contact.name)}
            </span>
            <span className="min-w-0 flex-1">
              <Link
                to={`/admin/crm/contacts/${person.contact.id}`}
                dir="auto"
                className="block text-left font-semibold wrap-anywhere hover:underline"
              >
                {person.contact.name}
              </Link>
              <span className="block text-caption wrap-anywhere text-muted">{person.contact.title}</span>
              {(person.role || person.is_primary) && (
                <span className="mt-0.5 flex flex-wrap gap-1">
                  {person.is_primary && <Chip tone="nil">First contact</Chip>}
                  {person.role && <Chip>{person.role}</Chip>}
                </span>
              )}
            </span>
            <Menu
              label={`More about ${person.contact.name}`}
              actions={[
                { id: "role", label: "Change role", icon: "edit", onAction: () => setRole(person) },
                ...(person.is_primary
                  ? []
                  : [
                      {
                        id: "first",
                        label: "Make first contact",
                        icon: "user" as const,
                        onAction: () => act(person.id, { is_primary: true }),
                      },
                    ]),
                {
                  id: "remove",
                  label: "Take off the deal",
                  icon: "close",
                  danger: true,
                  onAction: () => act(person.id, "remove"),
                },
              ]}
            />
          </li>
        ))}
      </ul>
      {adding && <AddPerson deal={record.id} first={people.data?.length === 0} onClose={() => setAdding(false)} />}
      {role && (
        <RoleDialog
          person={role}
          onClose={() => setRole(null)}
          onSave={(words) => {
            act(role.id, { role: words || null });
            setRole(null);
          }}
        />
      )}
    </section>
  );
}

function AddPerson({ deal, first, onClose }: { deal: string; first: boolean; onClose: () => void }) {
  const [term, setTerm] = useState("");
  const [chosen, setChosen] = useState<{ id: string | null; label: string } | null>(null);
  const [email, setEmail] = useState("");
  const [role, setRole] = useState("");
  const [complaint, setComplaint] = useState<string | null>(null);
  const state = useQuery(dealStateQuery(deal));
  const found = useQuery({
    ...suggestionsQuery({ table: "contacts", one: "contact" }, term),
    placeholderData: keepPreviousData,
  });
  const add = useAddPerson();
  const submit = () => {
    const name = (chosen?.label ?? term).trim();
    if (!name) return setComplaint("Write a name.");
    if (!state.data) return setComplaint("The deal is still loading. Try again in a moment.");
    add.mutate(
      {
        deal,
        account: state.data.account_id,
        contact: chosen?.id ?? null,
        name,
        email: email.trim(),
        role: role.trim(),
        first,
      },
      { onSuccess: onClose, onError: (error) => setComplaint(messageOf(error)) },
    );
  };
  return (
    <Dialog
      open
      narrow
      busy={add.isPending}
      onClose={onClose}
      title="Add a person"
      footer={
        <>
          <Button variant="line" size="dialog" onClick={onClose} disabled={add.isPending}>
            Cancel
          </Button>
          <Button type="submit" form="add-person" size="dialog" disabled={add.isPending}>
            {add.isPending ? "Saving..." : "Add person"}
          </Button>
        </>
      }
    >
      <form
        id="add-person"
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field
          label="Person"
          size="desk"
          hint={chosen && !chosen.id ? `New, at ${state.data?.account_name ?? ""}` : undefined}
        >
          {(control) => (
            <Combobox
              label="Person"
              control={control}
              chosen={chosen ? { id: chosen.id ?? "new", label: chosen.label } : null}
              options={found.data ?? []}
              loading={found.isFetching}
              onTerm={setTerm}
              onChoose={(option) => {
                setChosen(option);
                setComplaint(null);
              }}
              onCreate={(name) => {
                setChosen({ id: null, label: name });
                setComplaint(null);
              }}
              placeholder="Search contacts, or write a new name"
              nothing="Nobody of that name."
            />
          )}
        </Field>
        {chosen && !chosen.id && (
          <TextField
            label="Email"
            size="desk"
            type="email"
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
        <RoleField role={role} onChange={setRole} />
        {complaint && <FieldError>{complaint}</FieldError>}
      </form>
    </Dialog>
  );
}

function RoleField({ role, onChange }: { role: string; onChange: (role: string) => void }) {
  return (
    <>
      <TextField
        label="Role on this deal"
        size="desk"
        maxLength={100}
        list="deal-roles"
        autoComplete="off"
        value={role}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id="deal-roles">
        {roles.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </datalist>
    </>
  );
}

function RoleDialog({
  person,
  onClose,
  onSave,
}: {
  person: DealPerson;
  onClose: () => void;
  onSave: (role: string) => void;
}) {
  const [role, setRole] = useState(person.role ?? "");
  return (
    <Dialog
      open
      narrow
      onClose={onClose}
      title={person.contact.name}
      footer={
        <>
          <Button variant="line" size="dialog" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="role-form" size="dialog">
            Save
          </Button>
        </>
      }
    >
      <form
        id="role-form"
        onSubmit={(event) => {
          event.preventDefault();
          onSave(role.trim());
        }}
      >
        <RoleField role={role} onChange={setRole} />
      </form>
    </Dialog>
  );
}
