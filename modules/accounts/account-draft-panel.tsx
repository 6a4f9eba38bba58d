import { useQuery } from "@tanstack/react-query";
import { briefAccountQuery } from "./account-draft-data.ts";
import { AccountDraft } from "./account-draft.tsx";

/** Drafts about an account, on its page. */
export default function AccountDraftPanel({ record }: { record: { id: string } }) {
  const account = useQuery(briefAccountQuery(record.id)).data;
  return account ? <AccountDraft account={account} /> : null;
}
