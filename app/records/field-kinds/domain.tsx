import type { TextField } from "#domain/entity.ts";
import type { FieldKind } from "./field-kind.ts";
import { TextInput } from "./text.tsx";

const looksLikeDomain = /^[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?(\.[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?)+$/u;

/** A host name alone. An address that is pasted loses what stands around its host; one that leads to a page is refused. */
export const domain: FieldKind<TextField> = {
  tidy: (_, text) =>
    text
      .trim()
      .replace(/^https?:\/\//i, "")
      .replace(/\/$/, "")
      .toLowerCase(),
  complaint: (_, text) =>
    looksLikeDomain.test(text)
      ? null
      : "Write the domain alone, such as example.com; a page's address goes into Website",
  Input: (props) => <TextInput props={props} />,
};
