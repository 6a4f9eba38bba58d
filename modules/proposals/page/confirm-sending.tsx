// The question before a proposal goes to its client: the covering mail, and what the page then offers.
import { useQuery } from "@tanstack/react-query";
import { formatMoney } from "#domain/money.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { SendDialog } from "#app/records/dialog/send-dialog.tsx";
import { dayWords } from "../proposal.ts";
import { mailQuery, type ProposalRecord } from "../proposals-data.ts";

interface Props {
  record: ProposalRecord;
  /** Which save the mail belongs to. */
  saved: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmSending({ record, saved, busy, onConfirm, onClose }: Props) {
  const mail = useQuery(mailQuery(record.id, saved));
  const total = formatMoney(record.totals.total_minor, record.totals.currency);
  const until = record.valid_until ? `until the end of ${dayWords(record.valid_until)}` : "without an end";
  return (
    <SendDialog
      area="proposals"
      title={`Send ${record.number} for ${total}?`}
      what="proposal"
      mail={
        mail.data
          ? {
              to: { name: record.contact?.name ?? null, address: mail.data.to },
              subject: mail.data.subject,
              text: mail.data.text,
            }
          : null
      }
      failure={mail.isError ? messageOf(mail.error) : null}
      {...{ busy, onConfirm, onClose }}
    >
      <p className="text-muted">
        The mail leads to the client’s page, where {total} can be accepted {until}. Once it is written, this version is
        final. Reminders follow three and seven days after the mail has left.
      </p>
    </SendDialog>
  );
}
