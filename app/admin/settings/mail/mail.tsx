// How mail leaves: a mail server, Postmark, or not yet. What is typed is tried before it is kept; nothing of it is shown again.
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import * as z from "zod/mini";
import { SettingName } from "#app/admin/setting-name.tsx";
import { callApi, fetchApi } from "#app/lib/api.ts";
import { firstStepsQuery, type MailSettings, mailSettingsSchema } from "#app/lib/firm.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { StatusBadge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Segmented } from "#app/ui/compact/segmented.tsx";
import { Checkbox, TextField } from "#app/ui/field.tsx";
import { toast } from "#app/ui/toast.ts";
import { integrationStatesQuery } from "../integrations.tsx";
import { SettingField } from "../paste-dialog.tsx";
import { FailedPanel } from "../office/failed-panel.tsx";
import { Panel, Refused } from "../panel.tsx";

export const mailSettingsQuery = queryOptions({
  queryKey: ["mail-settings"],
  queryFn: () => callApi("/mail-settings", mailSettingsSchema),
});

export function Mail() {
  return (
    <>
      <Panel
        title="Sending mail"
        note="A mail server or Postmark. Until one is set, mail is held, and nothing is lost."
      >
        <MailForm />
      </Panel>
      <Panel title="Answers and signing" note="Where answers and bounces come in, and the key that signs what leaves.">
        <Answers />
      </Panel>
    </>
  );
}

const answerWords: Record<string, { label: string; about: string; lines?: number }> = {
  INBOUND_MAIL_ADDRESS: { label: "Address for answers", about: "Of Postmark's inbound stream. Answers come to it." },
  POSTMARK_WEBHOOK_LOGIN: {
    label: "Login of Postmark's webhooks",
    about: "name:password, as in the address given to Postmark. Bounces, complaints and answers are heard with it.",
  },
  DKIM_SELECTOR: { label: "DKIM selector", about: "For a mail server that does not sign by itself." },
  DKIM_PRIVATE_KEY: { label: "DKIM private key", about: "PEM, with its first and last line.", lines: 4 },
};

function Answers() {
  const mail = useQuery(mailSettingsQuery);
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: mailSettingsQuery.queryKey });
  const save = useMutation({
    mutationFn: (values: Record<string, string>) =>
      fetchApi("/mail-settings/answers", { method: "PUT", body: { values } }),
    onSuccess: async () => {
      toast({ title: "Mail settings saved" });
      await refresh();
    },
  });
  const remove = useMutation({
    mutationFn: (name: string) => fetchApi(`/integrations/settings/${name}`, { method: "DELETE" }),
    onSuccess: refresh,
    onError: (error) => toast({ title: "Failed to remove it", text: messageOf(error), tone: "danger" }),
  });
  if (mail.isPending) return <LoadingRows rows={3} />;
  if (mail.isError) return <FailedPanel what="the mail settings" query={mail} />;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === "string" && value.trim() ? [[name, value.trim()] as const] : [],
    );
    if (typed.length > 0) save.mutate(Object.fromEntries(typed), { onSuccess: () => form.reset() });
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      {mail.data.answers.map((setting) => (
        <SettingField
          key={setting.name}
          setting={setting}
          {...answerWords[setting.name]}
          busy={remove.isPending}
          onRemove={() => remove.mutate(setting.name)}
        />
      ))}
      {save.isError && <Refused>{messageOf(save.error)}. Nothing was kept.</Refused>}
      <Button type="submit" size="dialog" disabled={save.isPending} className="justify-self-start">
        {save.isPending ? "Saving..." : "Save answers and signing"}
      </Button>
    </form>
  );
}

export function MailForm() {
  const mail = useQuery(mailSettingsQuery);
  if (mail.isPending) return <LoadingRows rows={3} />;
  if (mail.isError) return <FailedPanel what="the mail settings" query={mail} />;
  return <Ways mail={mail.data} />;
}

const ways = [
  { id: "smtp", name: "Mail server (SMTP)" },
  { id: "postmark", name: "Postmark" },
] as const;

function Ways({ mail }: { mail: MailSettings }) {
  const [way, setWay] = useState<"smtp" | "postmark">(mail.provider ?? "smtp");
  const isFixed = mail.from === "environment";
  return (
    <div className="grid gap-4">
      <Now mail={mail} />
      {mail.cannotBeOpened.length > 0 && (
        <Refused>
          {mail.cannotBeOpened.join(", ")} cannot be opened: paste again. It was sealed with the key of another server.
        </Refused>
      )}
      {isFixed ? (
        <p className="text-caption text-muted">
          Set in the environment of the server (
          <SettingName>{mail.provider === "smtp" ? "SMTP_URL" : "POSTMARK_SERVER_TOKEN"}</SettingName>), which wins.
          Change it there.
        </p>
      ) : (
        <>
          <Segmented label="Way" choices={ways} chosen={way} onChoose={setWay} />
          {way === "smtp" ? <SmtpForm /> : <PostmarkForm />}
        </>
      )}
    </div>
  );
}

function Now({ mail }: { mail: MailSettings }) {
  const test = useMutation({
    mutationFn: () =>
      callApi("/mail-settings/test", z.object({ ok: z.boolean(), message: z.string() }), { method: "POST" }),
  });
  if (mail.provider === null)
    return (
      <p className="flex flex-wrap items-center gap-3">
        <StatusBadge status="Draft">Not yet</StatusBadge>
        <span className="min-w-0 grow basis-56 text-caption text-muted">
          Replies, receipts, proposals and payment requests are written and held in the outbox. Mail to sign in is
          written to a folder of the server, and its link is printed there.
        </span>
      </p>
    );
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-3">
        <StatusBadge status="Live">{mail.provider === "smtp" ? "Mail server" : "Postmark"}</StatusBadge>
        <span className="min-w-0 grow basis-40 wrap-anywhere">
          {mail.server && mail.provider === "smtp" ? `${mail.server}, ` : ""}from {mail.sender}
        </span>
        <Button variant="line" size="compact" disabled={test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? "Sending..." : "Send a test mail to yourself"}
        </Button>
      </p>
      {test.data?.ok && <output className="text-live">{test.data.message}. Look into your mailbox.</output>}
      {((test.data && !test.data.ok) || test.isError) && (
        <Refused>{test.isError ? messageOf(test.error) : test.data?.message}</Refused>
      )}
    </div>
  );
}

function useSaveMail(path: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: object) => fetchApi(path, { method: "PUT", body }),
    onSuccess: async () => {
      toast({ title: "Mail settings saved" });
      await Promise.all(
        [mailSettingsQuery, integrationStatesQuery, firstStepsQuery].map(({ queryKey }) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
}

/** Not tried again: the server may be reachable later, or only from elsewhere. */
function Outcome({ save, again }: { save: ReturnType<typeof useSaveMail>; again: () => void }) {
  return (
    <>
      {save.isError && (
        <div className="grid justify-items-start gap-2">
          <Refused>{messageOf(save.error)}. Nothing was kept.</Refused>
          <Button variant="line" size="compact" disabled={save.isPending} onClick={again}>
            Keep it all the same
          </Button>
        </div>
      )}
      <Button type="submit" size="dialog" disabled={save.isPending} className="justify-self-start">
        {save.isPending ? "Trying..." : "Try and save"}
      </Button>
    </>
  );
}

function SmtpForm() {
  const save = useSaveMail("/mail-settings/smtp");
  const [last, setLast] = useState<object>({});
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = {
      host: String(form.get("host")),
      port: Number(form.get("port")),
      secure: form.get("secure") !== null,
      user: String(form.get("user")),
      password: String(form.get("password")),
    };
    setLast(given);
    save.mutate(given);
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_7rem]">
        <TextField label="Server" name="host" size="compact" required maxLength={253} placeholder="smtp.example.com" />
        <TextField
          label="Port"
          name="port"
          type="number"
          size="compact"
          required
          min={1}
          max={65535}
          defaultValue={587}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="User" name="user" size="compact" autoComplete="off" maxLength={300} />
        <TextField
          label="Password"
          name="password"
          type="password"
          size="compact"
          autoComplete="off"
          maxLength={1000}
        />
      </div>
      <Checkbox label="TLS from the start (port 465)" name="secure" />
      <Outcome save={save} again={() => save.mutate({ ...last, anyway: true })} />
    </form>
  );
}

function PostmarkForm() {
  const save = useSaveMail("/integrations/email/settings");
  const [last, setLast] = useState<object>({});
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = {
      values: {
        POSTMARK_SERVER_TOKEN: String(form.get("token")),
        POSTMARK_FROM_EMAIL: String(form.get("from")),
      },
    };
    setLast(given);
    save.mutate(given);
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <TextField label="Server token" name="token" type="password" size="compact" required autoComplete="off" />
      <TextField
        label="From-address"
        name="from"
        type="email"
        size="compact"
        required
        hint="Confirmed with Postmark."
      />
      <Outcome save={save} again={() => save.mutate({ ...last, anyway: true })} />
    </form>
  );
}
