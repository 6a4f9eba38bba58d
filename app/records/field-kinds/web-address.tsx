import type { WebAddressField } from "#domain/entity.ts";
import { webAddress as safeAddress } from "#app/lib/formats.ts";
import type { KitRecord } from "../entity.ts";
import type { FieldKind } from "./field-kind.ts";
import { TextInput } from "./text.tsx";
import { addressLink } from "./value-link.ts";

const looksLikeAddress = /^https?:\/\/[^\s/?#]+\S*$/i;
const looksLikeHost = /^[\p{L}\p{N}.-]+\.\p{L}{2,}(:\d+)?([/?#]\S*)?$/u;

/** The domain, where the address leads to it; a name that leads elsewhere would be a lie. */
export function shownFor(field: WebAddressField, address: string, record: KitRecord): string {
  const named = String(record[field.shownAs ?? ""] ?? "").toLowerCase();
  const host = new URL(address).hostname;
  return named !== "" && (host === named || host.endsWith(`.${named}`) || `www.${host}` === named) ? named : "Visit";
}

export const webAddress: FieldKind<WebAddressField> = {
  width: 1.2,
  reaches: true,
  tidy: (_, text) => (looksLikeHost.test(text) ? `https://${text}` : text),
  complaint: (_, text) => (looksLikeAddress.test(text) ? null : "Start with https://"),
  Cell: ({ field, record, text }) => {
    const address = safeAddress(text);
    // An address that cannot be opened safely is shown, not linked.
    if (!address) return <span>{text}</span>;
    return (
      <a href={address} target="_blank" rel="noopener noreferrer" title="Opens in a new tab" className={addressLink}>
        {shownFor(field, address, record)}
      </a>
    );
  },
  Input: (props) => <TextInput type="url" props={props} />,
};
