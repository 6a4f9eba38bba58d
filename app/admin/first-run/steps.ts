// The steps of the first run: what each is called, why it matters, and what its button on the dashboard says.
import type { StepName } from "#app/lib/firm.ts";
import type { IconName } from "#app/ui/icon.tsx";

export interface Step {
  name: StepName;
  title: string;
  about: string;
  icon: IconName;
  /** What is saved first does not end it. */
  hasMoreForms?: true;
  /** What makes it done, where a person could think it was. */
  doneWhen?: string;
}

export const firstSteps: readonly Step[] = [
  { name: "you", title: "Your name and picture", about: "Letters are signed with it.", icon: "user" },
  {
    name: "firm",
    title: "Your firm",
    about: "Legal name, address, tax number, logo and bank details.",
    icon: "flag",
    hasMoreForms: true,
    doneWhen: "Done once the legal name and a bank account are saved.",
  },
  {
    name: "office",
    title: "Your office",
    about: "Time zone, currency, hours and holidays.",
    icon: "clock",
    hasMoreForms: true,
  },
  { name: "modules", title: "What you want to use", about: "Switch on everything, or choose.", icon: "stack" },
  {
    name: "mail",
    title: "Mail",
    about: "A mail server or Postmark, with a test mail to yourself.",
    icon: "mail",
    hasMoreForms: true,
    doneWhen: "Done once a mail server or Postmark is saved.",
  },
  { name: "publishing", title: "Publishing", about: "Whether messages leave by themselves.", icon: "send" },
  {
    // oxlint-disable-next-line guidevane/no-module-names -- the name of the step, older than the module
    name: "team",
    title: "Team",
    about: "Who else works here.",
    icon: "people",
    doneWhen: "Done once a second colleague is here.",
  },
];
