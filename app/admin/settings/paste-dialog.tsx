// Keys of one outside service: pasted, tested, kept sealed. What is kept is never shown, only its last four characters.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import * as z from "zod/mini";
import type { Integration } from "#content/integrations.ts";
import { SettingName } from "#app/admin/setting-name.tsx";
import { callApi, fetchApi } from "#app/lib/api.ts";
import type { SettingState } from "#app/lib/firm.ts";
import { formatMoment } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, inputClass } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { toast } from "#app/ui/toast.ts";
import { integrationStatesQuery } from "./integrations.tsx";
import { Refused } from "./panel.tsx";

export function PasteDialog({
  integration,
  settings,
  onClose,
}: {
  integration: Integration;
  settings: readonly SettingState[];
  onClose: () => void;
}) {
  const id = useId();
  const client = useQueryClient();
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: integrationStatesQuery.queryKey }),
      client.invalidateQueries({ queryKey: ["mail-settings"] }),
      client.invalidateQueries({ queryKey: ["first-steps"] }),
    ]);
  const [last, setLast] = useState<Record<string, string>>({});
  const save = useMutation({
    mutationFn: (body: { values: Record<string, string>; anyway?: boolean }) =>
      callApi(`/integrations/${integration.id}/settings`, z.object({ message: z.string() }), { method: "PUT", body }),
    onSuccess: async ({ message }) => {
      await refresh();
      toast({ title: `${integration.name} saved`, text: message });
      onClose();
    },
  });
  const remove = useMutation({
    mutationFn: (name: string) => fetchApi(`/integrations/settings/${name}`, { method: "DELETE" }),
    onSuccess: async (_, name) => {
      await refresh();
      toast({ title: `${name} removed` });
    },
    onError: (error) => toast({ title: "Failed to remove it", text: messageOf(error), tone: "danger" }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const values = Object.fromEntries(
      settings.flatMap(({ name }) => {
        const value = String(form.get(name) ?? "").trim();
        return value ? [[name, value]] : [];
      }),
    );
    setLast(values);
    save.mutate({ values });
  };
  const canPaste = settings.some(({ from }) => from !== "environment");
  return (
    <FormDialog
      title={integration.name}
      onClose={onClose}
      busy={save.isPending}
      form={id}
      confirm={save.isPending ? "Testing..." : "Test and save"}
      blocked={!canPaste}
    >
      <form id={id} onSubmit={submit} className="grid gap-4 text-left">
        <p className="text-caption text-muted">
          {integration.provider}. What you paste is tested, kept sealed, and never shown again.
        </p>
        {settings.map((setting) => (
          <SettingField
            key={setting.name}
            setting={setting}
            busy={remove.isPending}
            onRemove={() => remove.mutate(setting.name)}
          />
        ))}
        {save.isError && (
          <div className="grid justify-items-start gap-2">
            <Refused>{messageOf(save.error)}. Nothing was kept.</Refused>
            {Object.keys(last).length > 0 && (
              <Button variant="line" size="compact" onClick={() => save.mutate({ values: last, anyway: true })}>
                Keep it all the same
              </Button>
            )}
          </div>
        )}
      </form>
    </FormDialog>
  );
}

export function SettingField({
  setting,
  busy,
  onRemove,
  label,
  about,
  lines,
}: {
  setting: SettingState;
  busy: boolean;
  onRemove: () => void;
  /** In words; else its name. */
  label?: string;
  about?: string;
  /** More than one: a field of one line would lose its line breaks. */
  lines?: number;
}) {
  const { name, from, ending, changedAt, cannotBeOpened } = setting;
  if (from === "environment")
    return (
      <p className="text-caption">
        <SettingName>{name}</SettingName>
        <span className="block text-muted">Set in the environment of the server, which wins.</span>
      </p>
    );
  const kept = [ending && `Ends in ${ending}`, changedAt && `pasted ${formatMoment(changedAt)}`].filter(Boolean);
  return (
    <div className="grid gap-1.5">
      <Field
        label={label ?? name}
        size="compact"
        error={cannotBeOpened ? "Cannot be opened: paste again. It was sealed with another key." : undefined}
        hint={from === "settings" ? `${kept.join(", ")}. Leave it empty to keep it.` : about}
      >
        {(control) =>
          lines ? (
            <textarea
              {...control}
              name={name}
              rows={lines}
              autoComplete="off"
              spellCheck={false}
              className={`${inputClass("compact")} font-mono text-xs`}
            />
          ) : (
            <input
              {...control}
              name={name}
              type="password"
              autoComplete="off"
              spellCheck={false}
              className={inputClass("compact")}
            />
          )
        }
      </Field>
      {(from === "settings" || cannotBeOpened) && (
        <Button variant="line" size="compact" disabled={busy} className="justify-self-start" onClick={onRemove}>
          Remove {label ?? name}
        </Button>
      )}
    </div>
  );
}
