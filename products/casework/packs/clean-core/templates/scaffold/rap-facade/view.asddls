@AbapCatalog.viewEnhancementCategory: [#NONE]
@AccessControl.authorizationCheck: #CHECK
@EndUserText.label: '{{description}}'
define root view entity {{view}}
  as select from {{source}} as Source
{
      // TODO: add the elements that the application shows or changes.
  key Source.{{key_element}}
}
