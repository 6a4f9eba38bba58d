// "Good morning, Noor", by the viewer's clock: the person's own name, else the owner's. A sample name is marked as one.
import { useState } from "react";
import { site } from "#content/site.ts";
import { currentTime } from "#domain/clock.ts";
import { ownName, useSession } from "#app/auth/session.tsx";
import { Chip } from "#app/ui/badge.tsx";

function words(now: Date): string {
  const hour = now.getHours();
  return hour < 5 || hour >= 18 ? "Good evening" : hour < 12 ? "Good morning" : "Good afternoon";
}

export function Greeting() {
  const [now] = useState(currentTime);
  const { user } = useSession();
  const own = ownName(user);
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <h1 className="serif text-[1.75rem] leading-[1.15] tracking-[-0.018em] wrap-anywhere">
        {words(now)}, {own ?? site.owner.name}
      </h1>
      {!own && site.owner.isSample && <Chip tone="dev">Sample name</Chip>}
    </div>
  );
}
