import type { TextField } from "#domain/entity.ts";
import { callLink } from "#app/lib/formats.ts";
import type { FieldKind } from "./field-kind.ts";
import { TextInput } from "./text.tsx";
import { addressLink } from "./value-link.ts";

export const phone: FieldKind<TextField> = {
  reaches: true,
  Cell: ({ text }) => (
    <a href={callLink(text)} className={addressLink}>
      {text}
    </a>
  ),
  Input: (props) => <TextInput type="tel" props={props} />,
};
