// The cards of what an inquiry led to: contact, company, deal and task, each with how it came about, or with the ways to make or link it.
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { may } from "#app/lib/access.ts";
import { formatMoment } from "#app/lib/formats.ts";
import { useRecordsContext } from "#app/records/records-context.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import type { InquiryActions } from "../inquiry-actions-data.ts";
import type { Inquiry } from "../inquiries-data.ts";
import { LinkDialog, type Linkable } from "./link-dialog.tsx";

interface CardsProps {
  inquiry: Inquiry;
  actions: InquiryActions;
}

export function Matched({ inquiry, actions }: CardsProps) {
  const { isOn } = useRecordsContext();
  const [linking, setLinking] = useState<Linkable | null>(null);
  // Nothing is made of what waits for a check, of spam, or of what was erased.
  if (!["new", "answered", "closed"].includes(inquiry.state) || inquiry.erased_at !== null) return null;
  const parts = { inquiry, actions, onLink: setLinking };
  return (
    <>
      <dl className="grid gap-px overflow-hidden rounded-1 rounded-br-turn-sm border border-line bg-line sm:grid-cols-2">
        <ContactCard {...parts} />
        <CompanyCard {...parts} />
        {(inquiry.deal !== null || isOn("deals")) && <DealCard {...parts} />}
        {(inquiry.task !== null || isOn("tasks")) && <TaskCard {...parts} />}
      </dl>
      {linking && <LinkDialog what={linking} {...{ inquiry, actions }} onClose={() => setLinking(null)} />}
    </>
  );
}

type CardProps = CardsProps & { onLink: (what: Linkable) => void };

/** The company whose domain the sender's address is at, while no one has decided about it. */
const memberOf = ({ suggestions }: Inquiry) => suggestions.find(({ field }) => field === "member");

const isMade = ({ made }: Inquiry, what: string) => Boolean(made[what]);

function ContactCard({ inquiry, actions, onLink }: CardProps) {
  const { contact } = inquiry;
  const member = memberOf(inquiry);
  if (contact)
    return (
      <Card
        icon="user"
        name="Contact"
        note={isMade(inquiry, "contact") ? "New. Made from this message" : "Matched by mail address"}
      >
        <RecordLink to={`/admin/crm/contacts/${contact.id}`}>{contact.name}</RecordLink>
      </Card>
    );
  return (
    <Card
      icon="user"
      name="Contact"
      note={
        member
          ? `Not made: ${inquiry.email} is at ${member.have}’s domain, and anyone can type such an address`
          : "None yet"
      }
      buttons={
        inquiry.email !== "" && (
          <>
            {member && (
              <CardButton disabled={actions.busy} onClick={() => actions.suggestion(inquiry, member, true)}>
                Add to {member.have}
              </CardButton>
            )}
            <CardButton disabled={actions.busy} onClick={() => actions.linkContact(inquiry, {})}>
              {member ? "Make contact and company" : "Make contact"}
            </CardButton>
            <CardButton onClick={() => onLink("contact")}>Link a contact</CardButton>
          </>
        )
      }
    />
  );
}

function CompanyCard({ inquiry, onLink }: CardProps) {
  const { account } = inquiry;
  const member = memberOf(inquiry);
  if (account)
    return (
      <Card
        icon="people"
        name="Company"
        note={
          isMade(inquiry, "account")
            ? "New. Made from this message"
            : isMade(inquiry, "contact")
              ? "By mail domain"
              : inquiry.contact
                ? "The contact’s own"
                : "The deal’s own"
        }
      >
        <RecordLink to={`/admin/crm/accounts/${account.id}`}>{account.name}</RecordLink>
      </Card>
    );
  return (
    <Card
      icon="people"
      name="Company"
      note={member ? "Its domain is in the address. Not linked" : "None yet"}
      buttons={inquiry.email !== "" && <CardButton onClick={() => onLink("account")}>Choose a company</CardButton>}
    >
      {member && <RecordLink to={`/admin/crm/accounts/${member.id}`}>Perhaps {member.have}</RecordLink>}
    </Card>
  );
}

function DealCard({ inquiry, actions, onLink }: CardProps) {
  const { deal } = inquiry;
  if (deal)
    return (
      <Card
        icon="deal"
        name="Deal"
        note={`${deal.inquiry_id === inquiry.id ? "From this message" : "Joined: it was open already"}${deal.stage ? `. ${deal.stage.name}` : ""}`}
      >
        <RecordLink to={`/admin/deals/${deal.id}`}>{deal.name}</RecordLink>
      </Card>
    );
  return (
    <Card
      icon="deal"
      name="Deal"
      note={
        inquiry.subject_key === null && inquiry.kind !== "client"
          ? "None: a subject typed freely makes none by itself"
          : "None yet"
      }
      buttons={
        <>
          {inquiry.account && (
            <CardButton disabled={actions.busy} onClick={() => actions.linkDeal(inquiry, null)}>
              Make a deal
            </CardButton>
          )}
          <CardButton onClick={() => onLink("deal")}>Link a deal</CardButton>
        </>
      }
    />
  );
}

function TaskCard({ inquiry, actions, onLink }: CardProps) {
  const { task } = inquiry;
  if (task)
    return (
      <Card
        icon="task"
        name="Task"
        note={task.done_at ? "Done" : task.due_at ? `Due ${formatMoment(task.due_at)}` : "Open"}
      >
        <RecordLink to="/admin/tasks">{task.title}</RecordLink>
      </Card>
    );
  return (
    <Card
      icon="task"
      name="Task"
      note="None"
      buttons={
        <>
          {inquiry.state === "new" && inquiry.due_at !== null && (
            <CardButton disabled={actions.busy} onClick={() => actions.addTask(inquiry)}>
              Add the reply task
            </CardButton>
          )}
          <CardButton onClick={() => onLink("task")}>Link a task</CardButton>
        </>
      }
    />
  );
}

const RecordLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={to}
    dir="auto"
    className="text-left font-semibold wrap-anywhere underline decoration-control underline-offset-3"
  >
    {children}
  </Link>
);

const CardButton = (props: { disabled?: boolean; onClick: () => void; children: ReactNode }) => (
  <Button variant="line" size="compact" {...props} />
);

function Card({
  icon,
  name,
  note,
  buttons,
  children,
}: {
  icon: IconName;
  name: string;
  note: string;
  buttons?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="min-w-0 bg-surface px-3.5 py-2.5">
      <dt className="flex items-center gap-1.5 text-xs text-muted">
        <Icon name={icon} className="size-4" />
        {name}
      </dt>
      <dd className="mt-0.5 grid justify-items-start">
        {children}
        <span className="text-xs wrap-anywhere text-muted">{note}</span>
        {buttons && may("inquiries", "edit") && (
          <span className="mt-2 flex flex-wrap gap-1.5 max-sm:*:min-h-10">{buttons}</span>
        )}
      </dd>
    </div>
  );
}
