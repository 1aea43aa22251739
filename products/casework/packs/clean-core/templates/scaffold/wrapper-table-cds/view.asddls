@AbapCatalog.viewEnhancementCategory: [#NONE]
@AccessControl.authorizationCheck: #CHECK
@EndUserText.label: '{{description}}'
// The only reader of {{table}}.
define view entity {{view}}
  as select from {{table}} as Source
{
      // TODO: name the fields in words of the business; leave out what nobody reads.
  key Source.{{key_field}} as {{key_field}}
}
