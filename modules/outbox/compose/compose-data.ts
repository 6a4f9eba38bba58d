// What the composer asks and does: whom it writes to, texts to begin with, and writing the mail.
import { gateWords } from "#domain/gate-reasons.ts";
import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { callApi } from "#app/lib/api.ts";
import { unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { call, rowsOf } from "#app/lib/typed-answers.ts";

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
      const found = supabase()
        .from("contacts")
        .select("id, name, email, account:accounts!account_id(name)")
        .eq("id", id!);
      const [person] = unwrap(await found);
      if (!person) return null;
      if (!person.email) return { ...person, stopped: null };
      const [stop] = await call("suppressed_among", { addresses: [person.email], class: "outreach" });
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
      const texts = rowsOf<MailText>(await call("template_list", { archived: false }));
      return texts.filter(({ purpose, state }) => purpose === "transactional" && state === "ready");
    },
    enabled: templatesAreOn,
    staleTime: 60_000,
  });

/** A tag without a value stands as {title}, which keeps the mail from being written. */
export const fillText = (text: string, contact: string) =>
  callApi("/templates/fill", z.object({ subject: z.string(), text: z.string() }), {
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

export const writeMail = (mail: WrittenMail) => call("write_mail", { mail });
