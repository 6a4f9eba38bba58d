// On every page while the sample firm is here: what is made up, and the way to remove it.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { may } from "#app/lib/access.ts";
import { sampleQuery } from "#app/lib/firm.ts";
import { runtimeSettings } from "#app/lib/runtime-settings.ts";
import { Icon } from "#app/ui/icon.tsx";

export function SampleBanner() {
  const sample = useQuery({
    ...sampleQuery,
    enabled: runtimeSettings.serverHasDatabase && may("settings", "read"),
  }).data;
  if (!sample || sample.rows === 0) return null;
  return (
    <section
      aria-label="Made-up records"
      className="flex items-start gap-x-3 border-b border-line bg-dev-bg px-4 py-1.5 text-caption text-dev lg:px-6 print:hidden"
    >
      <Icon name="info" className="mt-0.5 size-4 shrink-0" />
      <p>
        <b>Sample firm.</b> {sample.rows} companies and their records are made up.{" "}
        <Link to="/admin/settings?tab=sample" className="ml-1 font-semibold underline underline-offset-3">
          Remove it
        </Link>
      </p>
    </section>
  );
}
