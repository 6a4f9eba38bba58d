import { lazy, Suspense } from "react";
import { useMessagesLeave } from "#app/lib/publishing.ts";
import { Chip } from "#app/ui/badge.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ThemeButton } from "#app/ui/theme-button.tsx";
import { flipTheme } from "#app/ui/theme.ts";
import { accountButton, Avatar } from "./avatar.tsx";
import { ModuleTools } from "./module-tools.tsx";

// Its library is as large as the rest of the frame: the page does not wait for it.
const AccountMenu = lazy(() => import("./account-menu.tsx"));

export function TopBar({ onMenu, onSearch }: { onMenu: () => void; onSearch: () => void }) {
  const autoPublish = useMessagesLeave();
  return (
    <header className="sticky top-0 z-20 flex h-13 items-center gap-3 border-b border-line bg-ground pr-4 pl-3 max-sm:gap-1.5 lg:px-6 print:hidden">
      <IconButton name="menu" label="Open navigation" onClick={onMenu} className="lg:hidden" />
      <Chip tone={autoPublish ? "dev" : "safe"}>
        <Icon name="lock" className="size-3.5" />
        {autoPublish ? "PUBLISHING" : "SAFE"}
      </Chip>
      <div className="ml-auto flex min-w-0 items-center gap-2.5 max-sm:gap-1">
        <Button variant="line" size="compact" icon="search" onClick={onSearch} className="max-sm:hidden">
          Search
          <kbd className="text-[0.6875rem] text-muted">Ctrl K</kbd>
        </Button>
        <IconButton name="search" label="Search" size="compact" onClick={onSearch} className="sm:hidden" />
        <ModuleTools />
        <ThemeButton onClick={flipTheme} className="size-8 max-sm:size-10" />
        <Suspense
          fallback={
            <span className={accountButton}>
              <Avatar />
            </span>
          }
        >
          <AccountMenu />
        </Suspense>
      </div>
    </header>
  );
}
