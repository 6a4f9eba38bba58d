import { featureFlags } from "#content/feature-flags.ts";
import { usePublishing } from "#app/lib/publishing.ts";
import { runtimeSettings } from "#app/lib/runtime-settings.ts";
import { Chip } from "#app/ui/badge.tsx";
import { SettingName } from "./setting-name.tsx";

/** The flags as the server runs with them, in words. Only publishing can be switched, beside this list in Settings. */
export function FlagList() {
  const flags = { ...runtimeSettings.flags, autoPublish: usePublishing() };
  return (
    <dl>
      {featureFlags.map(({ id, setting, name, about }) => (
        <div key={id} className="flex items-center gap-4 border-b border-line px-4 py-2.75 last:border-0">
          <dt className="min-w-0 grow">
            <span className="font-semibold">{name}</span>{" "}
            <code className="text-muted">
              <SettingName>{setting}</SettingName>
            </code>
            <span className="block text-caption text-muted">{about}</span>
          </dt>
          <dd>{flags[id] ? <Chip tone={id === "autoPublish" ? "dev" : "safe"}>On</Chip> : <Chip>Off</Chip>}</dd>
        </div>
      ))}
    </dl>
  );
}
