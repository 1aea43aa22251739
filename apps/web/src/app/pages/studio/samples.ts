// Short sample sources.
import type { StudioInput } from '@veritrace/contract/casework/studio-shapes'

export interface Sample {
  title: string
  hint: string
  kind: StudioInput['kind']
  text: string
}

export const SAMPLES: readonly Sample[] = [
  {
    title: 'Open orders report',
    hint: 'Reads sales tables directly',
    kind: 'abap_source',
    text: `REPORT zsd_open_orders.

* Orders of the last month with their customers
DATA lv_since TYPE erdat.
lv_since = sy-datum - 30.

SELECT vbeln, erdat, kunnr
  FROM vbak
  WHERE erdat >= @lv_since
  INTO TABLE @DATA(lt_orders).

LOOP AT lt_orders INTO DATA(ls_order).
  SELECT SINGLE name1 FROM kna1
    WHERE kunnr = @ls_order-kunnr
    INTO @DATA(lv_name).
  WRITE: / ls_order-vbeln, lv_name.
ENDLOOP.
`,
  },
  {
    title: 'Material maintenance',
    hint: 'Calls a BAPI, writes a table, and makes a dynamic call',
    kind: 'abap_source',
    text: `CLASS zcl_mm_upkeep DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS run IMPORTING iv_function TYPE string.
ENDCLASS.

CLASS zcl_mm_upkeep IMPLEMENTATION.
  METHOD run.
    DATA ls_return TYPE bapiret2.
    DATA ls_head TYPE bapimathead.

    CALL FUNCTION 'BAPI_MATERIAL_SAVEDATA'
      EXPORTING
        headdata = ls_head
      IMPORTING
        return   = ls_return.

    UPDATE mara SET laeda = sy-datum WHERE matnr = '000000000000000023'.

    " Only known when it runs
    CALL FUNCTION iv_function.
  ENDMETHOD.
ENDCLASS.
`,
  },
  {
    title: 'View of orders',
    hint: 'CDS over a table',
    kind: 'cds_source',
    text: `@AccessControl.authorizationCheck: #CHECK
@EndUserText.label: 'Orders'
define view entity ZI_OpenOrders
  as select from vbak
  association [0..1] to I_Customer as _Customer
    on $projection.Customer = _Customer.Customer
{
  key vbeln as SalesOrder,
      kunnr as Customer,
      erdat as CreatedOn,
      _Customer
}
`,
  },
  {
    title: 'List of objects',
    hint: 'One per line: type and name',
    kind: 'object_list',
    text: `TABL;VBAK
TABL;MARA
FUNC;BAPI_MATERIAL_SAVEDATA
CDS_STOB;I_SALESDOCUMENT
`,
  },
]

export const KINDS = [
  ['abap_source', 'ABAP'],
  ['cds_source', 'CDS'],
  ['object_list', 'List of objects'],
  ['text', 'Text'],
] as const satisfies readonly (readonly [StudioInput['kind'], string])[]

const EXTENSIONS: readonly (readonly [RegExp, StudioInput['kind']])[] = [
  [/\.(?:asddls|ddls|cds)$/i, 'cds_source'],
  [/\.(?:csv|tsv)$/i, 'object_list'],
  [/\.(?:md|txt)$/i, 'text'],
]

/** The kind of input by file extension. Default: ABAP. */
export const kindOfFile = (name: string): StudioInput['kind'] =>
  EXTENSIONS.find(([extension]) => extension.test(name))?.[1] ?? 'abap_source'
