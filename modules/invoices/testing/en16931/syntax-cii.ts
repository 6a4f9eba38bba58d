// What a file in CII may have, in the order of its schema: "?" at most once, "*" any number, "+" at least once, else once; "@" its attributes. Only
// for tests.
export const cii = `
ExchangedDocumentContext
  BusinessProcessSpecifiedDocumentContextParameter ?
    ID
  GuidelineSpecifiedDocumentContextParameter
    ID
ExchangedDocument
  ID
  TypeCode
  IssueDateTime
    DateTimeString @format
  IncludedNote *
    Content
SupplyChainTradeTransaction
  IncludedSupplyChainTradeLineItem +
    AssociatedDocumentLineDocument
      LineID
    SpecifiedTradeProduct
      Name
      Description ?
    SpecifiedLineTradeAgreement
      NetPriceProductTradePrice
        ChargeAmount
    SpecifiedLineTradeDelivery
      BilledQuantity @unitCode
    SpecifiedLineTradeSettlement
      ApplicableTradeTax
        TypeCode
        CategoryCode
        RateApplicablePercent ?
      SpecifiedTradeAllowanceCharge *
        ChargeIndicator
          Indicator
        ActualAmount
        Reason ?
      SpecifiedTradeSettlementLineMonetarySummation
        LineTotalAmount
  ApplicableHeaderTradeAgreement
    BuyerReference ?
    SellerTradeParty
      ID ?
      Name
      SpecifiedLegalOrganization ?
        ID
      DefinedTradeContact ?
        PersonName ?
        TelephoneUniversalCommunication ?
          CompleteNumber
        EmailURIUniversalCommunication ?
          URIID
      PostalTradeAddress
        PostcodeCode ?
        LineOne ?
        CityName ?
        CountryID
        CountrySubDivisionName ?
      URIUniversalCommunication ?
        URIID @schemeID
      SpecifiedTaxRegistration *
        ID @schemeID
    BuyerTradeParty
      Name
      PostalTradeAddress
        PostcodeCode ?
        LineOne ?
        CityName ?
        CountryID
        CountrySubDivisionName ?
      URIUniversalCommunication ?
        URIID @schemeID
      SpecifiedTaxRegistration ?
        ID @schemeID
  ApplicableHeaderTradeDelivery
    ShipToTradeParty ?
      PostalTradeAddress
        PostcodeCode ?
        LineOne ?
        CityName ?
        CountryID
        CountrySubDivisionName ?
    ActualDeliverySupplyChainEvent ?
      OccurrenceDateTime
        DateTimeString @format
  ApplicableHeaderTradeSettlement
    PaymentReference ?
    InvoiceCurrencyCode
    SpecifiedTradeSettlementPaymentMeans ?
      TypeCode
      PayeePartyCreditorFinancialAccount ?
        IBANID ?
        AccountName ?
      PayeeSpecifiedCreditorFinancialInstitution ?
        BICID
    ApplicableTradeTax +
      CalculatedAmount
      TypeCode
      ExemptionReason ?
      BasisAmount
      CategoryCode
      ExemptionReasonCode ?
      RateApplicablePercent ?
    BillingSpecifiedPeriod ?
      StartDateTime ?
        DateTimeString @format
      EndDateTime ?
        DateTimeString @format
    SpecifiedTradeAllowanceCharge *
      ChargeIndicator
        Indicator
      ActualAmount
      Reason ?
      CategoryTradeTax
        TypeCode
        CategoryCode
        RateApplicablePercent ?
    SpecifiedTradePaymentTerms ?
      Description ?
      DueDateDateTime ?
        DateTimeString @format
    SpecifiedTradeSettlementHeaderMonetarySummation
      LineTotalAmount
      ChargeTotalAmount ?
      AllowanceTotalAmount ?
      TaxBasisTotalAmount
      TaxTotalAmount @currencyID
      GrandTotalAmount
      DuePayableAmount
    InvoiceReferencedDocument *
      IssuerAssignedID
      FormattedIssueDateTime ?
        DateTimeString @format`;
