// Settings, Client area: the words of the welcome, and what is shown.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox, TextArea } from "#app/ui/field.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { toast } from "#app/ui/toast.ts";
import { settingsQuery, useSaveSettings } from "./client-area-data.ts";

const parts = [
  { key: "proposals", label: "Proposals" },
  { key: "payments", label: "Payments" },
  { key: "documents", label: "Documents" },
  { key: "meetings", label: "Meetings" },
] as const;

export default function ClientSettings() {
  const settings = useQuery(settingsQuery);
  return (
    <section aria-label="Client area" className={panelClass}>
      <header className="border-b border-line px-4 py-3">
        <h2 className="text-small font-[640]">Client area</h2>
        <p className="text-caption text-muted">
          Clients sign in at /client by a code to their mailbox. Access is given on the page of a company or person.
        </p>
      </header>
      {settings.isPending && <LoadingRows rows={3} />}
      {settings.isError && (
        <p role="alert" className="px-4 py-3 text-danger">
          Failed to load how the client area is set. {messageOf(settings.error)}
        </p>
      )}
      {settings.data && <Form key={JSON.stringify(settings.data)} {...settings.data} />}
    </section>
  );
}

function Form({ welcome: before, hidden: wasHidden }: { welcome: string; hidden: string[] }) {
  const [welcome, setWelcome] = useState(before);
  const [hidden, setHidden] = useState(wasHidden);
  const save = useSaveSettings();
  return (
    <form
      className="grid max-w-160 gap-5 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ welcome: welcome.trim(), hidden }, { onSuccess: () => toast({ title: "Client area saved" }) });
      }}
    >
      <TextArea
        label="Welcome"
        value={welcome}
        maxLength={500}
        onChange={(event) => setWelcome(event.target.value)}
        placeholder="Proposals, payments, documents and messages of your company. No password."
      />
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-caption font-semibold">What clients see, while its module is on</legend>
        {parts.map(({ key, label }) => (
          <Checkbox
            key={key}
            label={label}
            checked={!hidden.includes(key)}
            onChange={(event) =>
              setHidden(event.target.checked ? hidden.filter((one) => one !== key) : [...hidden, key])
            }
          />
        ))}
      </fieldset>
      <p>
        <Button type="submit" size="compact" disabled={save.isPending}>
          Save
        </Button>
      </p>
    </form>
  );
}
