import { useEffect, useState } from "react";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";
import { toast, type Toast } from "./toast.ts";

const copyFailed: Toast = {
  title: "Not copied",
  text: "The browser did not allow it. Select the text and copy it by hand.",
  tone: "danger",
};

/** Copies `text`. Says so on the button, or in a toast when `said` is given. */
export function CopyButton({
  text,
  label = "Copy",
  said,
  className,
}: {
  text: string;
  label?: string;
  said?: Toast;
  className?: string;
}) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      if (said) toast(said);
    } catch {
      toast(copyFailed);
    }
  };
  return (
    <button
      type="button"
      onClick={() => void copy()}
      className={classNames(className ?? "inline-flex min-h-7 items-center gap-1.5 px-1 needs-script")}
    >
      <Icon name={copied ? "check" : "copy"} />
      <span aria-live="polite">{copied ? "Copied" : label}</span>
    </button>
  );
}
