// Seller and buyer as EN 16931 has them.
import type { Party } from "../invoice.ts";

export const addressOf = (party: Party) => ({
  ...(party.street && { "cbc:StreetName": party.street }),
  ...(party.city && { "cbc:CityName": party.city }),
  ...(party.postal_code && { "cbc:PostalZone": party.postal_code }),
  ...(party.region && { "cbc:CountrySubentity": party.region }),
  "cac:Country": { "cbc:IdentificationCode": party.country },
});

export function partyOf(party: Party, role: "seller" | "buyer", outOfScope: boolean) {
  const address = role === "seller" ? party.email : (party.e_address ?? party.email);
  // What is outside the scope of VAT names no VAT id (BR-O-02).
  const vatId = outOfScope ? null : party.vat_id;
  const schemes = [
    ...(vatId ? [{ "cbc:CompanyID": vatId, "cac:TaxScheme": { "cbc:ID": "VAT" } }] : []),
    ...(role === "seller" && party.tax_number
      ? [{ "cbc:CompanyID": party.tax_number, "cac:TaxScheme": { "cbc:ID": "FC" } }]
      : []),
  ];
  // A seller is known by its VAT id, its register or another number (BR-CO-26).
  const known = role === "buyer" || vatId || party.register ? null : (party.tax_number ?? party.vat_id);
  return {
    ...(address && { "cbc:EndpointID": address, "cbc:EndpointID@schemeID": "EM" }),
    ...(known && { "cac:PartyIdentification": [{ "cbc:ID": known }] }),
    "cac:PostalAddress": addressOf(party),
    ...(schemes.length > 0 && { "cac:PartyTaxScheme": role === "seller" ? schemes : schemes[0] }),
    "cac:PartyLegalEntity": {
      "cbc:RegistrationName": party.legal_name,
      ...(role === "seller" && party.register && { "cbc:CompanyID": party.register }),
    },
    ...(role === "seller" &&
      party.email && {
        "cac:Contact": {
          "cbc:Name": party.legal_name,
          ...(party.phone && { "cbc:Telephone": party.phone }),
          "cbc:ElectronicMail": party.email,
        },
      }),
  };
}
