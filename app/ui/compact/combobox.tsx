// A searchable select. The options may be a window on a list of any length: the caller searches as one types.
import { use, useRef, useState } from "react";
import { Button } from "react-aria-components/Button";
import { ComboBox, ComboBoxStateContext } from "react-aria-components/ComboBox";
import { Input } from "react-aria-components/Input";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { classNames } from "../class-names.ts";
import { inputClass } from "../field.tsx";
import { Icon } from "../icon.tsx";
import { floating, floatingItem, useTopLayer } from "./top-layer.tsx";

export interface Option {
  id: string;
  label: string;
}

interface ComboboxProps {
  label: string;
  control?: { id: string; "aria-invalid": true | undefined; "aria-describedby": string | undefined } | undefined;
  /** The chosen option; null when there is none. */
  chosen: Option | null;
  options: readonly Option[];
  loading: boolean;
  /** What is typed; "" when the list is first opened. */
  onTerm: (term: string) => void;
  onChoose: (option: Option) => void;
  onBlur?: () => void;
  inputRef?: ((input: HTMLInputElement | null) => void) | undefined;
  placeholder: string;
  nothing: string;
  /** Offers to make what was typed: `Create "Norrfall"`. */
  onCreate?: ((term: string) => void) | undefined;
  className?: string;
}

const createId = "create what was typed";

export function Combobox({
  label,
  control,
  chosen,
  options,
  loading,
  onTerm,
  onChoose,
  onBlur,
  inputRef,
  placeholder,
  nothing,
  onCreate,
  className = inputClass("compact"),
}: ComboboxProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const { layer, raise } = useTopLayer();
  const term = typed?.trim() ?? "";
  const known = options.some((option) => option.label.toLowerCase() === term.toLowerCase());
  const items =
    onCreate && term && !known && !loading ? [...options, { id: createId, label: `Create "${term}"` }] : options;
  const open = useRef(false);

  return layer(
    <ComboBox
      aria-label={label}
      items={items}
      inputValue={typed ?? chosen?.label ?? ""}
      onInputChange={(text) => {
        // Also called when the library puts the chosen name back.
        if (text === (typed ?? chosen?.label ?? "")) return;
        setTyped(text);
        onTerm(text);
      }}
      value={chosen?.id ?? null}
      onChange={(id) => {
        const option = options.find((each) => each.id === id);
        if (id === createId) onCreate?.(term);
        else if (option && option.id !== chosen?.id) onChoose(option);
        setTyped(null);
      }}
      onOpenChange={(isOpen) => {
        open.current = isOpen;
        if (isOpen) return raise();
        setTyped(null);
        onTerm("");
      }}
      onBlur={() => {
        setTyped(null);
        onBlur?.();
      }}
      allowsEmptyCollection
      menuTrigger="input"
      className="relative min-w-0"
    >
      <Field
        {...{ control, inputRef, placeholder, className }}
        // The browser would close the dialog around it as well.
        onEscape={(event) => open.current && event.preventDefault()}
        // Typing a name and Enter takes it, or makes it where none is like it.
        best={term && !loading ? items[0] : undefined}
      />
      <Popover placement="bottom start" offset={4} className={classNames(floating, "w-(--trigger-width)")}>
        <ListBox
          renderEmptyState={() => <p className="px-2.5 py-1.5 text-muted">{loading ? "Loading..." : nothing}</p>}
        >
          {(option: Option) => (
            <ListBoxItem id={option.id} textValue={option.label} className={floatingItem}>
              <bdi>{option.label}</bdi>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>,
  );
}

function Field({
  control,
  inputRef,
  placeholder,
  className,
  onEscape,
  best,
}: Pick<ComboboxProps, "control" | "inputRef" | "placeholder" | "className"> & {
  onEscape: (event: { preventDefault: () => void }) => void;
  /** The best answer to what is typed. */
  best: Option | undefined;
}) {
  const state = use(ComboBoxStateContext);
  return (
    <>
      <Input
        {...control}
        ref={inputRef}
        dir="auto"
        autoComplete="off"
        placeholder={placeholder}
        onClick={(event) => {
          if (state?.isOpen) return;
          state?.open(null, "manual");
          event.currentTarget.select();
        }}
        onKeyDownCapture={(event) => {
          if (event.key === "Escape") onEscape(event);
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
          if (!best || !state?.isOpen || state.selectionManager.focusedKey !== null) return;
          event.preventDefault();
          event.stopPropagation();
          // The list closes when the choice has changed: closed before that, it would open again with the new name in the field.
          if (state.selectedKey === best.id) state.close();
          else state.setValue(best.id);
        }}
        className={classNames(className, "pr-9")}
      />
      <Button
        className="absolute top-0 right-0 grid h-full w-9 place-items-center text-muted"
        aria-label="Show choices"
      >
        <Icon name="chevron" className="size-4" />
      </Button>
    </>
  );
}
