// The rows of the list: a table on wide screens, name and amount with two facts on a phone.
import { useNavigate, Link } from "react-router";
import { formatMoney } from "#domain/money.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Menu, type MenuAction } from "#app/ui/compact/menu.tsx";
import { toast } from "#app/ui/toast.ts";
import { ProposalState, shortDay } from "./proposal-state.tsx";
import { makeLink, makePreview, type ProposalRow, savePdf } from "./proposals-data.ts";

const failed = (title: string) => (error: unknown) => toast({ title, text: messageOf(error), tone: "danger" });

/** A new address each time: only its hash is kept. */
export async function copyLink(id: string): Promise<void> {
  const { address } = await makeLink(id);
  await navigator.clipboard.writeText(address);
  toast({ title: "Link copied", text: "It opens the client's page. Copying again makes another one." });
}

export async function openPreview(id: string): Promise<void> {
  // Opened by the click itself; a window that comes later is blocked.
  const view = window.open("", "_blank");
  const { path } = await makePreview(id).catch((error: unknown) => {
    view?.close();
    throw error;
  });
  if (view) view.location.href = path;
}

const left = (days: number) =>
  days < 0 ? "over" : days === 0 ? "last day" : days === 1 ? "1 day left" : `${days} days left`;
const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join("")
    .toUpperCase();

export function ProposalRows({ rows }: { rows: readonly ProposalRow[] }) {
  const navigate = useNavigate();
  const actions = (row: ProposalRow): MenuAction[] => [
    { id: "open", label: "Open", icon: "edit", onAction: () => void navigate(`/admin/proposals/${row.id}`) },
    {
      id: "client",
      label: "Open as client",
      icon: "external",
      onAction: () => void openPreview(row.id).catch(failed("No preview")),
    },
    { id: "pdf", label: "PDF", icon: "download", onAction: () => void savePdf(row).catch(failed("No PDF")) },
  ];
  const head = "border-b border-line px-4 py-2 text-left text-caption font-[560] text-muted";
  return (
    <table className="w-full border-collapse max-sm:block max-sm:[&_tbody]:block">
      <thead className="max-sm:sr-only">
        <tr>
          <th scope="col" className={head}>
            Proposal
          </th>
          <th scope="col" className={`${head} text-right`}>
            Total
          </th>
          <th scope="col" className={head}>
            Account
          </th>
          <th scope="col" className={head}>
            Status
          </th>
          <th scope="col" className={`${head} whitespace-nowrap max-lg:hidden`}>
            Valid until
          </th>
          <th scope="col" className={`${head} max-lg:hidden`}>
            Owner
          </th>
          <th scope="col" className={`${head} max-sm:hidden`}>
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={row.id}
            className="border-b border-line last:border-0 hover:bg-shade max-sm:flex max-sm:flex-wrap max-sm:gap-x-3 max-sm:gap-y-1 max-sm:px-4 max-sm:py-3 [&>td]:px-4 [&>td]:py-2 max-sm:[&>td]:p-0"
          >
            <td className="max-sm:min-w-0 max-sm:flex-[1_1_60%]">
              <Link
                to={`/admin/proposals/${row.id}`}
                dir="auto"
                className="line-clamp-3 font-semibold wrap-anywhere hover:underline"
              >
                {row.title || "Without a title"}
              </Link>
              <span className="block text-caption text-muted">{row.number}</span>
            </td>
            <td className="text-right font-semibold whitespace-nowrap max-sm:ml-auto">
              {formatMoney(row.total_minor, row.currency)}
            </td>
            <td dir="auto" className="wrap-anywhere max-sm:min-w-0 max-sm:flex-[1_1_35%]">
              <span className="line-clamp-3">{row.account_name}</span>
            </td>
            <td className="max-sm:ml-auto">
              <ProposalState proposal={row} />
            </td>
            <td className="text-caption whitespace-nowrap max-lg:hidden">
              {row.valid_until && ["written", "sent", "viewed"].includes(row.shown_state) ? (
                <>
                  {shortDay(row.valid_until)}
                  {row.days_left !== null && <span className="block text-muted">{left(row.days_left)}</span>}
                </>
              ) : (
                <span className="text-muted">None</span>
              )}
            </td>
            <td className="max-lg:hidden">
              {row.owner_name ? (
                <span
                  title={row.owner_name}
                  className="inline-grid size-7 place-items-center rounded-full bg-nil text-[0.6875rem] font-semibold"
                >
                  <span aria-hidden="true">{initials(row.owner_name)}</span>
                  <span className="sr-only">{row.owner_name}</span>
                </span>
              ) : (
                <span className="text-muted">None</span>
              )}
            </td>
            <td className="text-right whitespace-nowrap max-sm:hidden">
              {row.shown_state !== "draft" && (
                <IconButton
                  name="link"
                  label={`Copy the link of ${row.number}`}
                  size="compact"
                  onClick={() => void copyLink(row.id).catch(failed("No link was copied"))}
                />
              )}
              <Menu label={`More for ${row.number}`} actions={actions(row)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
