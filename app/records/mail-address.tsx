// A mail address of the back office: it opens the composer. While no module writes mail, it is an ordinary mail link.
import type { RecordAt } from "#domain/module.ts";
import { mailLink } from "#app/lib/formats.ts";
import { addressLink } from "./field-kinds/value-link.ts";
import { useRecordsContext } from "./records-context.ts";

export function MailAddress({
  address,
  at,
  className = addressLink,
}: {
  address: string;
  /** Whose it is; where no record can be written to, it is plain text. */
  at: RecordAt | null;
  className?: string;
}) {
  const { composeMail } = useRecordsContext();
  if (!composeMail)
    return (
      <a href={mailLink(address)} title={address} className={className}>
        {address}
      </a>
    );
  if (!at) return <>{address}</>;
  return (
    <button
      type="button"
      title={`Write to ${address}`}
      onClick={() => composeMail(at)}
      className={`cursor-pointer text-left ${className}`}
    >
      {address}
    </button>
  );
}
