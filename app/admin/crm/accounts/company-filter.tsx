import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { changeListView } from "#app/admin/crm/list-view.ts";
import { Button } from "#app/ui/button.tsx";
import { companyNameQuery } from "./accounts-data.ts";

/** Shows that the list is narrowed to one company, and lifts it. */
export function CompanyFilter() {
  const [params, setParams] = useSearchParams();
  const id = params.get("account") ?? "";
  const name = useQuery(companyNameQuery(id));
  if (!id) return null;
  return (
    <Button
      variant="line"
      size="desk"
      icon="close"
      onClick={() => setParams((old) => changeListView(old, { account: null }))}
    >
      <span className="sr-only">Remove filter, </span>
      <span className="max-w-48 truncate">
        Company: {name.isPending ? "Loading..." : (name.data ?? "no longer here")}
      </span>
    </Button>
  );
}
