// Who is on a deal and what they do there. Someone who is not known yet is added here, without leaving the page.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { PanelProps } from "#domain/module.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { initialsOf } from "#app/records/field-kinds/person.tsx";
import { RecordPanel } from "#app/records/page/record-panel.tsx";
import { suggestionsQuery } from "#app/records/reference-data.ts";
import { Chip } from "#app/ui/badge.tsx";
import { IconButton } from "#app/ui/button.tsx";
import { Combobox } from "#app/ui/compact/combobox.tsx";
import { Menu } from "#app/ui/compact/menu.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Field, FieldError, TextField } from "#app/ui/field.tsx";
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
    <RecordPanel
      title="People"
      what="the people"
      query={people}
      count={people.data?.length}
      actions={<IconButton name="plus" label="Add a person" size="compact" onClick={() => setAdding(true)} />}
      rows={people.data?.map((person) => (
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
    >
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
    </RecordPanel>
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
    <FormDialog
      narrow
      busy={add.isPending}
      onClose={onClose}
      title="Add a person"
      confirm={add.isPending ? "Saving..." : "Add person"}
      form="add-person"
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
          size="compact"
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
            size="compact"
            type="email"
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
        <RoleField role={role} onChange={setRole} />
        {complaint && <FieldError>{complaint}</FieldError>}
      </form>
    </FormDialog>
  );
}

function RoleField({ role, onChange }: { role: string; onChange: (role: string) => void }) {
  return (
    <>
      <TextField
        label="Role on this deal"
        size="compact"
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
    <FormDialog narrow onClose={onClose} title={person.contact.name} confirm="Save" form="role-form">
      <form
        id="role-form"
        onSubmit={(event) => {
          event.preventDefault();
          onSave(role.trim());
        }}
      >
        <RoleField role={role} onChange={setRole} />
      </form>
    </FormDialog>
  );
}
