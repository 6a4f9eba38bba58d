// /admin/crm/accounts/{id} and its like: the page of one record of a module.
import { useLocation, useParams } from "react-router";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { useEntitiesReady } from "#app/records/own-fields.ts";
import { RecordPage } from "#app/records/page/record-page.tsx";
import { allModules, areaPathOf, listPathOf, modulesIn } from "./areas.ts";
import NoSuchPage from "./no-such-page.tsx";

export default function RecordRoute() {
  const { id = "" } = useParams();
  const { pathname } = useLocation();
  const module = allModules.find(({ entity }) => entity && pathname.startsWith(`${entity.page}/`));
  const ready = useEntitiesReady();
  if (!module?.entity) return <NoSuchPage />;
  if (!ready) return <LoadingRows />;
  const area = modulesIn(areaPathOf(module) ?? "")
    .map(({ area: own }) => own)
    .find((own) => typeof own === "object");
  return (
    <RecordPage
      key={id}
      entity={module.entity}
      id={id}
      home={{ name: area?.name ?? module.name, path: listPathOf(module) }}
    />
  );
}
