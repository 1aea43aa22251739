@AbapCatalog.viewEnhancementCategory: [#NONE]
@AccessControl.authorizationCheck: #CHECK
@EndUserText.label: '{{description}}'
// The only reader of {{table}}.
define view entity {{view}}
  as select from {{table}} as Source
{
      // TODO: give the fields business names; omit fields that no one reads.
  key Source.{{key_field}} as {{key_field}}
}
