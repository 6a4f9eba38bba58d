// The moving parts of the style guide, in one island: each sample is the component itself, in use.
import { useState } from "react";
import { Accordion } from "../../ui/accordion.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Switch } from "../../ui/switch.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { toast } from "../../ui/toast.ts";
import { Tooltip } from "../../ui/tooltip.tsx";

export function ToastSamples() {
  return (
    <div className="flex flex-wrap gap-4">
      <Button
        variant="line"
        onClick={() =>
          toast({
            title: "Message prepared",
            text: "Your email client should open with the prepared message. Please send when ready.",
          })
        }
      >
        Show a toast
      </Button>
      <Button
        variant="line"
        onClick={() =>
          toast({ title: "Email required", text: "Please enter your email address to continue.", tone: "danger" })
        }
      >
        Show a destructive toast
      </Button>
    </div>
  );
}

export function DialogSample() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="line" onClick={() => setOpen(true)}>
        Open a dialog
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title="New account"
        footer={
          <>
            <Button size="dialog" variant="line" onClick={close}>
              Cancel
            </Button>
            <Button size="dialog" variant="solid" onClick={close}>
              Create
            </Button>
          </>
        }
      >
        <TextField size="compact" label="Name" marked name="sample" defaultValue="Norrfall" />
      </Dialog>
    </>
  );
}

export function ChoiceSamples() {
  const [annual, setAnnual] = useState(false);
  return (
    <div className="grid gap-8">
      <Tabs
        label="Sample tabs"
        tabs={[
          { id: "plan", label: "Plan", panel: <p className="pt-6">Write down what a good result looks like.</p> },
          { id: "build", label: "Build", count: 4, panel: <p className="pt-6">Commit to the same repository.</p> },
          { id: "leave", label: "Leave", panel: <p className="pt-6">Hand over, then answer the phone.</p> },
        ]}
      />
      <p className="inline-flex items-center gap-3 text-small font-[560]">
        <span id="billing">Annual billing</span>
        <Switch checked={annual} onChange={setAnnual} labelledBy="billing" />
        {annual ? "On" : "Off"}
      </p>
      <p className="flex flex-wrap gap-4">
        <Tooltip text="Opens after 700 ms">
          <Button variant="line">Rest the pointer here</Button>
        </Tooltip>
        <Tooltip text="At once, within 300 ms of the last">
          <Button variant="line">Then here</Button>
        </Tooltip>
        <CopyButton text="Set the angle." label="Copy our sign-off" />
      </p>
    </div>
  );
}

export function AccordionSample() {
  return (
    <Accordion
      items={[
        {
          id: "door",
          title: "What to say at the door",
          body: "Very little. A greeting is not expected and none is owed in return. Sit, wait, and let the mourner speak first.",
        },
        {
          id: "blessing",
          title: "When the comfort blessing is said",
          body: "Within 30 days of burial, or up to 12 months for a parent.",
        },
        { id: "bring", title: "What to bring", body: "Food that needs no plate. Ask one of the family first." },
      ]}
    />
  );
}
