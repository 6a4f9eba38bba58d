// The words of a template. The server reads its tags before it is saved, and says which nobody knows.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatMoney } from "#domain/money.ts";
import { may } from "#app/lib/access.ts";
import { messageOf, RequestError } from "#app/lib/request-error.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { FieldError, TextArea, TextField } from "#app/ui/field.tsx";
import { toast } from "#app/ui/toast.ts";
import { archiveTemplate, saveTemplate, type Template } from "../catalogue-data.ts";
import { letterOf, sectionsOfLetter, type TemplateWords } from "../template.ts";

type Part = TemplateWords["schedule"][number];

function partWords(part: Part, currency: string | null): string {
  if (part.is_rest) return "the rest";
  if (part.share_bp !== null) return `${part.share_bp / 100}%`;
  return formatMoney(part.amount_minor ?? 0, currency ?? "USD");
}

export function TemplateWordsForm({ template, back }: { template: Template; back: () => void }) {
  const client = useQueryClient();
  const mayEdit = may("catalogue", "edit");
  const [words, setWords] = useState({
    name: template.name,
    title: template.title,
    intro: template.intro,
    letter: letterOf(template.sections),
    terms: template.terms,
  });
  const refresh = () => client.invalidateQueries({ queryKey: ["records", "proposal_templates"] });
  const save = useMutation({
    mutationFn: () => {
      const { name, title, intro, letter, terms } = words;
      const { items, groups, schedule, currency, deposit_bp, payment_days } = template;
      return saveTemplate({
        id: template.id,
        name: name.trim(),
        seen: template.no,
        words: {
          title,
          intro,
          terms,
          sections: sectionsOfLetter(letter),
          items,
          groups,
          schedule,
          currency,
          deposit_bp,
          payment_days,
        },
      });
    },
    onSuccess: ({ no }) => {
      toast({ title: no === template.no ? "Nothing changed" : `Saved as version ${no}` });
      return refresh();
    },
  });
  const archive = useMutation({
    mutationFn: () => archiveTemplate(template.id, !template.archived),
    onSuccess: refresh,
    onError: (error) => toast({ title: "Nothing was changed", text: messageOf(error), tone: "danger" }),
  });
  const field = (name: keyof typeof words) => ({
    value: words[name],
    disabled: !mayEdit,
    onChange: (event: { target: { value: string } }) => setWords((old) => ({ ...old, [name]: event.target.value })),
  });
  const conflict = save.error instanceof RequestError && save.error.status === 409;
  return (
    <form
      aria-label={template.name}
      className="grid gap-4 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <div className="flex items-start gap-2">
        <span className="md:hidden">
          <IconButton name="back" label="All templates" size="compact" onClick={back} />
        </span>
        <div className="grow">
          <TextField label="Name" size="compact" maxLength={200} required {...field("name")} />
        </div>
      </div>
      <TextField label="Title of the proposal" size="compact" maxLength={200} dir="auto" {...field("title")} />
      <TextArea label="First paragraph" size="compact" rows={3} maxLength={3000} dir="auto" {...field("intro")} />
      <TextArea
        label="Letter"
        size="compact"
        rows={10}
        maxLength={20_000}
        dir="auto"
        hint="A line that begins with ## is a heading. Tags: {{ account.name }}, {{ contact.first_name }}, {{ deal.name }}, {{ sender.name }}."
        {...field("letter")}
      />
      <TextArea label="Below the lines" size="compact" rows={5} maxLength={20_000} dir="auto" {...field("terms")} />
      <section aria-label="Lines" className="border-t border-line pt-3">
        <h2 className="text-small font-[640]">Lines and payments</h2>
        <ul className="mt-1 grid gap-1">
          {template.items.map((item, place) => (
            // Lines have no name of their own, and their order does not change here.
            // eslint-disable-next-line react/no-array-index-key
            <li key={place} dir="auto" className="wrap-anywhere">
              {item.title}{" "}
              <span className="text-muted">
                {item.service_id
                  ? "from the catalogue, at the price of the day"
                  : formatMoney(item.unit_minor, template.currency ?? "USD")}
                {item.group_key &&
                  `, one of: ${template.groups.find(({ key }) => key === item.group_key)?.title ?? ""}`}
                {item.optional && ", optional"}
              </span>
            </li>
          ))}
        </ul>
        <p className="mt-1 text-muted">
          {template.schedule.length === 0
            ? "No schedule of payments."
            : template.schedule.map((part) => `${part.label}: ${partWords(part, template.currency)}`).join("; ")}
        </p>
        <p className="mt-1 text-caption text-muted">
          To change these, write them in a proposal and save it as a new version of this template.
        </p>
      </section>
      {save.isError && <FieldError>{messageOf(save.error)}</FieldError>}
      {mayEdit && (
        <div className="flex flex-wrap gap-2">
          <Button type="submit" size="compact" disabled={save.isPending || words.name.trim() === ""}>
            Save
          </Button>
          {conflict && (
            <Button type="button" variant="line" size="compact" onClick={() => void refresh()}>
              Show theirs
            </Button>
          )}
          <Button
            type="button"
            variant="line"
            size="compact"
            disabled={archive.isPending}
            onClick={() => archive.mutate()}
          >
            {template.archived ? "Bring back" : "Archive"}
          </Button>
        </div>
      )}
    </form>
  );
}
