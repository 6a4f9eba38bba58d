import type { TextField } from "#domain/entity.ts";
import type { FieldKind } from "./field-kind.ts";
import { MailAddress } from "../mail-address.tsx";
import { TextInput } from "./text.tsx";

const looksLikeEmail = /^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/;

export const email: FieldKind<TextField> = {
  width: 2,
  reaches: true,
  complaint: (_, text) => (looksLikeEmail.test(text) ? null : "Write an address like name@example.com"),
  Cell: ({ field, record, text }) => (
    <MailAddress address={text} at={field.writesTo ? { table: field.writesTo, id: record.id } : null} />
  ),
  Input: (props) => <TextInput type="email" props={props} />,
};
