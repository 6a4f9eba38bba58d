// The second check before anything leaves: how many, to whom, and what about.
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { countOf } from "#app/lib/formats.ts";
import { publishingSettings } from "#app/lib/publishing.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Checkbox } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { OutboxActions } from "../outbox-actions-data.ts";
import { messageQuery } from "../outbox-data.ts";

/** While publishing is off, in place of the button that could do nothing: the way to where it is switched. */
export const ReleaseIsOff = () => (
  <Link to={publishingSettings} className={buttonClass({ variant: "line", size: "compact" })}>
    <Icon name="lock" className="size-4" />
    Release is off
  </Link>
);

/** So many are named one by one. */
const named = 5;

interface Props {
  ids: readonly string[];
  actions: OutboxActions;
  onClose: () => void;
  onDone: () => void;
}

export function ReleaseDialog({ ids, actions, onClose, onDone }: Props) {
  return (
    <FormDialog
      onClose={onClose}
      title={ids.length === 1 ? "Send this message?" : `Send ${countOf(ids.length, "message")}?`}
      busy={actions.busy}
      keep="Keep held"
      confirm={ids.length === 1 ? "Send it now" : `Send ${ids.length} now`}
      icon="send"
      onConfirm={() => actions.release(ids, onDone)}
    >
      <p>
        {ids.length === 1
          ? "It leaves for someone outside and cannot be called back. It is checked once more: if they have unsubscribed since, nothing is sent."
          : "They leave for people outside and cannot be called back. Each is checked once more: people who have unsubscribed since get nothing."}{" "}
        Your name is written to the log.
      </p>
      <Named ids={ids} />
    </FormDialog>
  );
}

/** Everything that is held. The number is told along: should it have changed in the meantime, nothing leaves. */
export function ReleaseAllDialog({ count, actions, onClose, onDone }: Omit<Props, "ids"> & { count: number }) {
  const [agreed, setAgreed] = useState(false);
  return (
    <FormDialog
      onClose={onClose}
      title={`Send all ${countOf(count, "held message")}?`}
      busy={actions.busy}
      keep="Keep held"
      confirm={`Send ${count} now`}
      icon="send"
      blocked={!agreed}
      onConfirm={() => actions.releaseAll({}, count, onDone)}
    >
      <p className="mb-4">
        They leave for people outside and cannot be called back. Each is checked once more: limits, hours and the stop
        list hold. Your name is written to the log.
      </p>
      <Checkbox
        label={`I have looked at them. All ${count} may leave.`}
        checked={agreed}
        onChange={(event) => setAgreed(event.target.checked)}
      />
    </FormDialog>
  );
}

/** The first few of them: to whom and what about. */
export function Named({ ids }: { ids: readonly string[] }) {
  const messages = useQueries({ queries: ids.slice(0, named).map((id) => messageQuery(id)) });
  return (
    <ul className="mt-4 border-t border-line">
      {messages.map(
        ({ data }, index) =>
          data && (
            <li key={ids[index]} className="border-b border-line py-2">
              <b dir="auto" className="block truncate text-left font-semibold">
                {data.subject}
              </b>
              <span className="text-caption wrap-anywhere text-muted">
                {data.contact ? `${data.contact.name}, ` : ""}
                {data.to_address}
              </span>
            </li>
          ),
      )}
      {ids.length > named && <li className="py-2 text-muted">and {ids.length - named} more</li>}
    </ul>
  );
}
