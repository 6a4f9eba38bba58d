// /admin/proposal-templates: the list, and beside it the words of one. Lines, groups and payments come from the proposal that it was
// saved from; another proposal saved over it makes the next version.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { site } from "#content/site.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { useAddress } from "#app/records/list/use-address.ts";
import { Art } from "#app/ui/art.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { AreaHead } from "#app/ui/compact/area-head.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { templatesQuery } from "../catalogue-data.ts";
import { TemplateWordsForm } from "./template-words-form.tsx";

export default function ProposalTemplatesPage() {
  const { params, change, link } = useAddress();
  const archived = params.has("archived");
  const list = useQuery(templatesQuery(archived));
  const chosen = params.get("open");
  const open = list.data?.find(({ id }) => id === chosen) ?? list.data?.[0] ?? null;
  // On a phone the list comes first, and what was opened takes its place.
  const hides = chosen !== null;
  return (
    <>
      <title>{`Proposal templates | ${site.name} admin`}</title>
      <div className={classNames(hides && "max-md:hidden")}>
        <AreaHead
          title="Proposal templates"
          note={list.data && `${countOf(list.data.length, "template")}. A proposal that began with one is on its own.`}
        >
          <Link to="/admin/proposals" className={buttonClass({ variant: "line", size: "compact" })}>
            Proposals
          </Link>
        </AreaHead>
      </div>
      <div
        className={classNames(
          panelClass,
          "grid overflow-clip rounded-br-turn-dialog md:grid-cols-[17rem_minmax(0,1fr)]",
        )}
      >
        <div className={classNames("min-w-0", hides && "max-md:hidden")}>
          {list.isPending && <LoadingRows />}
          {list.isError && (
            <FailedRow what="templates" why={messageOf(list.error)} onRetry={() => void list.refetch()} />
          )}
          <ul>
            {list.data?.map((template) => (
              <li key={template.id} className="border-b border-line">
                <Link
                  to={link({ open: template.id })}
                  aria-current={template.id === open?.id ? "true" : undefined}
                  className="block px-4 py-2.5 hover:bg-shade aria-[current]:bg-shade"
                >
                  <b dir="auto" className="block font-semibold wrap-anywhere">
                    {template.name}
                  </b>
                  <span className="text-caption text-muted">
                    Version {template.no}, {countOf(template.items.length, "line")}
                    {template.archived && ", archived"}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
          {list.data && list.data.length > 0 && (
            <button
              type="button"
              className="min-h-11 cursor-pointer px-4 text-caption underline underline-offset-3"
              onClick={() => change({ archived: archived ? null : "yes" }, true)}
            >
              {archived ? "Hide archived" : "Show archived"}
            </button>
          )}
        </div>
        {open && (
          <div className={classNames("min-w-0 md:border-l md:border-line", !hides && "max-md:hidden")}>
            <TemplateWordsForm key={`${open.id} ${open.no}`} template={open} back={() => change({ open: null })} />
          </div>
        )}
        {list.data?.length === 0 && (
          <div className="md:border-l md:border-line">
            <EmptyState art={<Art name="still" />} title="No templates yet">
              <p className="max-w-96 text-muted">
                Open a proposal that you have written three times, and choose “Save as a template” in its menu. Tags
                such as {"{{ account.name }}"} put in the names.
              </p>
              <Link to="/admin/proposals" className={buttonClass({ size: "compact" })}>
                Proposals
              </Link>
            </EmptyState>
          </div>
        )}
      </div>
    </>
  );
}
