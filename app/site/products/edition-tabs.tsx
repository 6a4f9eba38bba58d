import { type Edition, editions } from "#content/editions.ts";
import { TextLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Tabs } from "../../ui/tabs.tsx";

function EditionPanel({ title, text, link, features }: Edition) {
  return (
    <div className="grid gap-x-[calc(var(--spacing-gap)*2)] gap-y-8 pt-7 lg:grid-cols-[5fr_7fr]">
      <div>
        <h3 className="serif text-sub">{title}</h3>
        <p className="mt-3 mb-6 text-muted">{text}</p>
        <TextLink href={link.href} arrow>
          {link.label}
        </TextLink>
      </div>
      <ul>
        {features.map((feature) => (
          <li
            key={feature}
            className="grid grid-cols-[1.125rem_1fr] gap-2.5 border-t border-line py-4.5 first:border-t-0 lg:first:pt-1"
          >
            <Icon name="check" className="mt-[0.25em] size-4.5" />
            {feature}
          </li>
        ))}
      </ul>
    </div>
  );
}

export function EditionTabs() {
  return (
    <div data-behavior="tabs">
      <Tabs
        label="Edition"
        tabs={editions.map((edition) => ({
          id: edition.id,
          label: edition.label,
          panel: <EditionPanel {...edition} />,
        }))}
      />
    </div>
  );
}
