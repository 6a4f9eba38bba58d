// The avatar at the right of the top bar, and what belongs to the person: account security, theme, sign-out.
import { Button } from "react-aria-components/Button";
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { useNavigate } from "react-router";
import { useSession } from "#app/auth/session.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { flipTheme } from "#app/ui/theme.ts";
import { accountButton, Avatar } from "./avatar.tsx";

export default function AccountMenu() {
  const { user, signOut } = useSession();
  const navigate = useNavigate();
  const items: { id: string; name: string; icon: IconName; act: () => void }[] = [
    { id: "security", name: "Account security", icon: "lock", act: () => void navigate("/admin/settings/security") },
    { id: "theme", name: "Switch theme", icon: "moon", act: flipTheme },
    { id: "sign-out", name: "Sign Out", icon: "sign-out", act: () => void signOut() },
  ];
  return (
    <MenuTrigger>
      <Button className={`${accountButton} cursor-pointer hover:bg-shade aria-expanded:bg-shade`}>
        <Avatar />
        <span className="sr-only">Account menu</span>
      </Button>
      <Popover
        placement="bottom end"
        offset={6}
        className="w-60 rounded-2 rounded-br-turn-sm border border-line bg-surface text-ui text-ink shadow-2"
      >
        <p className="border-b border-line px-4 py-2.5 text-caption wrap-anywhere text-muted">{user?.email}</p>
        <Menu
          aria-label="Account"
          className="p-1.5 outline-none"
          onAction={(id) => items.find((item) => item.id === id)?.act()}
        >
          {items.map((item) => (
            <MenuItem
              key={item.id}
              id={item.id}
              textValue={item.name}
              className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-1 px-2.5 -outline-offset-2 data-focused:bg-nil max-sm:min-h-11"
            >
              <Icon name={item.icon} className="size-4.25 text-muted" />
              {item.name}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
