// The replies that every installation has from the beginning. The composer of inquiries offers them; here they are read, and copied
// into a template that one can change.
import { type ReplyTemplate, replyTemplates } from "#content/reply-templates.ts";
import type { Words } from "./template-words.ts";

const tags: Record<string, string> = {
  first_name: "{{ contact.first_name }}",
  subject: '{{ inquiry.subject | default: "your message" }}',
  me: "{{ sender.name }}",
};
const withTags = (text: string) => text.replace(/\{([a-z_]+)\}/g, (tag, name: string) => tags[name] ?? tag);

export const asTemplate = ({ name, subject, text }: ReplyTemplate): Words => ({
  name,
  purpose: "transactional",
  subject: withTags(subject),
  body_text: withTags(text),
  body_html: null,
});

/** "Empty" is a way to begin, not a text. */
export const builtInReplies = replyTemplates.filter(({ key }) => key !== "empty");

export function BuiltInReplies({ search, onCopy }: { search: string; onCopy: (words: Words) => void }) {
  const wanted = search.trim().toLowerCase();
  const shown = builtInReplies.filter(({ name, text }) => `${name} ${text}`.toLowerCase().includes(wanted));
  if (shown.length === 0) return null;
  return (
    <section aria-label="Built in">
      <h2 className="px-4 pt-3 pb-1 text-xs text-muted">Built in</h2>
      <ul>
        {shown.map((reply) => (
          <li key={reply.key} className="border-b border-line">
            <button
              type="button"
              className="block w-full px-4 py-2.5 text-left -outline-offset-2 hover:bg-shade"
              onClick={() => onCopy(asTemplate(reply))}
            >
              <b className="line-clamp-3 font-[620] wrap-anywhere">{reply.name}</b>
              <span className="text-caption text-muted">Offered in replies. Open a copy to change it.</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
