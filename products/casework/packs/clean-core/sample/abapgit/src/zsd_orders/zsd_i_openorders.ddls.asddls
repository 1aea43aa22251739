@AbapCatalog.viewEnhancementCategory: [#NONE]
@AccessControl.authorizationCheck: #CHECK
@EndUserText.label: 'Open orders'
define view entity ZSD_I_OpenOrders
  as select from I_SalesDocument as Document
  association [0..1] to I_Customer as _Customer on $projection.SoldToParty = _Customer.Customer
{
  key Document.SalesDocument,
      Document.SalesDocumentType,
      Document.SoldToParty,
      Document.CreationDate,
      @Semantics.amount.currencyCode: 'TransactionCurrency'
      Document.TotalNetAmount,
      Document.TransactionCurrency,
      _Customer
}
where
  Document.OverallSDProcessStatus <> 'C'
