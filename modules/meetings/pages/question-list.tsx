// What visitors are asked, up to eight questions.
import { Button, IconButton } from "#app/ui/button.tsx";
import { Checkbox, SelectField, TextField } from "#app/ui/field.tsx";
import type { Question } from "../meetings-data.ts";

const kindWords = { line: "A line", text: "A text", choice: "A choice", phone: "A phone number" } as const;
const most = 8;

const nextKey = (questions: readonly Question[]) => {
  let no = questions.length + 1;
  while (questions.some(({ key }) => key === `question_${no}`)) no += 1;
  return `question_${no}`;
};

export function QuestionList({
  questions,
  onChange,
}: {
  questions: readonly Question[];
  onChange: (questions: Question[]) => void;
}) {
  const change = (key: string, changed: Partial<Question>) =>
    onChange(questions.map((each) => (each.key === key ? { ...each, ...changed } : each)));
  return (
    <div className="grid gap-3">
      {questions.map((question) => (
        <div
          key={question.key}
          className="grid gap-2 border-l-2 border-line pl-3 sm:grid-cols-[minmax(0,1fr)_9rem_auto_2.5rem] sm:items-end"
        >
          <TextField
            label="Question"
            size="compact"
            maxLength={200}
            dir="auto"
            value={question.label}
            onChange={({ target }) => change(question.key, { label: target.value })}
          />
          <SelectField
            label="Answer"
            size="compact"
            value={question.kind}
            onChange={({ target }) =>
              change(question.key, {
                kind: target.value as Question["kind"],
                ...(target.value === "choice" && !question.choices?.length && { choices: ["Yes", "No"] }),
              })
            }
          >
            {Object.entries(kindWords).map(([id, words]) => (
              <option key={id} value={id}>
                {words}
              </option>
            ))}
          </SelectField>
          <span className="pb-2">
            <Checkbox
              label="Required"
              checked={question.required ?? false}
              onChange={({ target }) => change(question.key, { required: target.checked })}
            />
          </span>
          <IconButton
            name="trash"
            label={`Remove “${question.label}”`}
            size="compact"
            onClick={() => onChange(questions.filter(({ key }) => key !== question.key))}
          />
          {question.kind === "choice" && (
            <TextField
              label="Choices, one after a comma"
              size="compact"
              dir="auto"
              defaultValue={question.choices?.join(", ")}
              onBlur={({ target }) =>
                change(question.key, {
                  choices: target.value
                    .split(",")
                    .map((each) => each.trim())
                    .filter(Boolean),
                })
              }
            />
          )}
        </div>
      ))}
      {questions.length < most && (
        <Button
          variant="line"
          size="compact"
          icon="plus"
          className="justify-self-start"
          onClick={() => onChange([...questions, { key: nextKey(questions), label: "", kind: "text" }])}
        >
          Add a question
        </Button>
      )}
    </div>
  );
}
