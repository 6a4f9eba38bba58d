import type { TextField } from "#domain/entity.ts";
import { mailLink } from "#app/lib/formats.ts";
import type { FieldKind } from "./field-kind.ts";
import { TextInput } from "./text.tsx";
import { valueLink } from "./value-link.ts";

const looksLikeEmail = /^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/;

export const email: FieldKind<TextField> = {
  width: 2,
  reaches: true,
  complaint: (_, text) => (looksLikeEmail.test(text) ? null : "Write an address like name@example.com"),
  Cell: ({ text }) => (
    <a href={mailLink(text)} className={valueLink}>
      {text}
    </a>
  ),
  Input: (props) => <TextInput type="email" props={props} />,
};
