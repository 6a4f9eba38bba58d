// What the composer asks and does: whom it writes to, texts to begin with, and writing the mail.
import { gateWords } from "#domain/gate-reasons.ts";
import { queryOptions } from "@tanstack/react-query";
import { callApi } from "#app/lib/api.ts";
import { unwrap } from "#app/lib/request-error.ts";
import { anyTable } from "#app/lib/supabase.ts";

export interface Recipient {
  id: string;
  name: string;
  email: string | null;
  account: { name: string } | null;
  /** Why outreach to them is stopped; null when it is not. */
  stopped: string | null;
}

export const recipientQuery = (id: string | null) =>
  queryOptions({
    queryKey: ["records", "contacts", "recipient", id],
    queryFn: async (): Promise<Recipient | null> => {
      const found = anyTable()
        .from("contacts")
        .select("id, name, email, account:accounts!account_id(name)")
        .eq("id", id!);
      const [person] = unwrap(await found.overrideTypes<Omit<Recipient, "stopped">[], { merge: false }>());
      if (!person) return null;
      if (!person.email) return { ...person, stopped: null };
      const stops = anyTable().rpc("suppressed_among", { addresses: [person.email], class: "outreach" });
      const [stop] = unwrap(await stops) as { reason: string }[];
      return { ...person, stopped: stop ? gateWords(stop.reason) : null };
    },
    enabled: id !== null,
  });

export interface MailText {
  id: string;
  name: string;
  purpose: string;
  state: string;
}

/** Texts of the templates module, while it is on: those to one person, not those of sequences. */
export const mailTextsQuery = (templatesAreOn: boolean) =>
  queryOptions({
    queryKey: ["templates", "to write with"],
    queryFn: async () => {
      const texts = unwrap(await anyTable().rpc("template_list", { archived: false })) as MailText[];
      return texts.filter(({ purpose, state }) => purpose === "transactional" && state === "ready");
    },
    enabled: templatesAreOn,
    staleTime: 60_000,
  });

/** A tag without a value stands as {title}, which keeps the mail from being written. */
export const fillText = (text: string, contact: string) =>
  callApi<{ subject: string; text: string }>("/templates/fill", {
    method: "POST",
    body: { template_id: text, contact_id: contact },
  });

export interface WrittenMail {
  /** Sent twice after a lost answer, it is still one. */
  id: string;
  contact_id: string;
  subject: string;
  text: string;
  despite: string | null;
}

export const writeMail = async (mail: WrittenMail) => unwrap(await anyTable().rpc("write_mail", { mail })) as string;
