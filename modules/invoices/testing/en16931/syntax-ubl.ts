// What an invoice in UBL may have, in the order of its schema: "?" at most once, "*" any number, "+" at least once, else once; "@" its attributes.
// Only for tests.
export const ubl = `
CustomizationID
ProfileID ?
ID
IssueDate
DueDate ?
InvoiceTypeCode
Note ?
DocumentCurrencyCode
BuyerReference ?
InvoicePeriod ?
  StartDate ?
  EndDate ?
BillingReference *
  InvoiceDocumentReference
    ID
    IssueDate ?
AccountingSupplierParty
  Party
    EndpointID ? @schemeID
    PartyIdentification *
      ID
    PostalAddress
      StreetName ?
      CityName ?
      PostalZone ?
      CountrySubentity ?
      Country
        IdentificationCode
    PartyTaxScheme *
      CompanyID
      TaxScheme
        ID
    PartyLegalEntity
      RegistrationName
      CompanyID ?
    Contact ?
      Name ?
      Telephone ?
      ElectronicMail ?
AccountingCustomerParty
  Party
    EndpointID ? @schemeID
    PostalAddress
      StreetName ?
      CityName ?
      PostalZone ?
      CountrySubentity ?
      Country
        IdentificationCode
    PartyTaxScheme ?
      CompanyID
      TaxScheme
        ID
    PartyLegalEntity
      RegistrationName
Delivery ?
  ActualDeliveryDate ?
  DeliveryLocation ?
    Address
      StreetName ?
      CityName ?
      PostalZone ?
      CountrySubentity ?
      Country
        IdentificationCode
PaymentMeans ?
  PaymentMeansCode
  PaymentID ?
  PayeeFinancialAccount ?
    ID
    Name ?
    FinancialInstitutionBranch ?
      ID
PaymentTerms ?
  Note
AllowanceCharge *
  ChargeIndicator
  AllowanceChargeReason ?
  Amount @currencyID
  TaxCategory
    ID
    Percent ?
    TaxScheme
      ID
TaxTotal
  TaxAmount @currencyID
  TaxSubtotal +
    TaxableAmount @currencyID
    TaxAmount @currencyID
    TaxCategory
      ID
      Percent ?
      TaxExemptionReasonCode ?
      TaxExemptionReason ?
      TaxScheme
        ID
LegalMonetaryTotal
  LineExtensionAmount @currencyID
  TaxExclusiveAmount @currencyID
  TaxInclusiveAmount @currencyID
  AllowanceTotalAmount ? @currencyID
  ChargeTotalAmount ? @currencyID
  PayableAmount @currencyID
InvoiceLine +
  ID
  InvoicedQuantity @unitCode
  LineExtensionAmount @currencyID
  AllowanceCharge *
    ChargeIndicator
    AllowanceChargeReason ?
    Amount @currencyID
  Item
    Description ?
    Name
    ClassifiedTaxCategory
      ID
      Percent ?
      TaxScheme
        ID
  Price
    PriceAmount @currencyID`;
