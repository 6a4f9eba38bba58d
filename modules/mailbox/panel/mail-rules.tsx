// What is read, what never is, and who sees it: the same words for everyone.
import { FormDialog } from "#app/ui/form-dialog.tsx";

const rules = [
  [
    "Read",
    "Mail with people who are in the CRM, in mailboxes whose owners connected them. Nothing is changed there: read marks stay as they were.",
  ],
  [
    "Never read",
    "Junk, Trash and Drafts, mail labeled Private or marked confidential, and everything on the never-read list.",
  ],
  ["Left alone", "Mail among colleagues only, and mail with people we do not know, leaves no trace here."],
  ["Who sees the words", "Whoever the owner of the mailbox chose. The owner sees who opened them."],
  [
    "Files and pictures",
    "Files stay in the mailbox until someone files them. Pictures from outside are never loaded, and opens are not tracked.",
  ],
] as const;

export function MailRules({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog
      title="What is read and what is not"
      keep="Close"
      confirm="Understood"
      onClose={onClose}
      onConfirm={onClose}
    >
      <dl className="grid gap-3">
        {rules.map(([term, words]) => (
          <div key={term}>
            <dt className="font-semibold">{term}</dt>
            <dd className="text-muted">{words}</dd>
          </div>
        ))}
      </dl>
    </FormDialog>
  );
}
