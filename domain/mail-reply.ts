// An answer in a thread of mail: what the composer (modules/outbox) is told by the module that shows the thread, and what it hands back.

export interface MailPerson {
  name: string | null;
  address: string;
}

export interface WrittenReply {
  /** Of the draft: handed over twice, it is one reply. */
  id: string;
  to: readonly MailPerson[];
  cc: readonly MailPerson[];
  text: string;
  /** Versions of documents. */
  attachments: readonly string[];
}

export interface ReplyProps {
  /** The draft is kept by this name. */
  draft: string;
  subject: string;
  /** "Noor Marchetti <noor@guidevane.example>". */
  from: string;
  to: readonly MailPerson[];
  cc: readonly MailPerson[];
  /** Everyone in the thread who can be written to. */
  people: readonly MailPerson[];
  /** Whose values fill the tags of a template. */
  contact: string | null;
  /** Whose documents are offered. */
  account: string | null;
  /** Why it cannot be sent at this moment; the draft is kept. */
  blocked?: string | null;
  /** Writes it into the outbox; answers what became of it. Throws what a person may read. */
  write(reply: WrittenReply): Promise<{ id: string; held: boolean }>;
  onWritten(message: string): void;
}
