// Signatures and field mappings from archives.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClassSignature, FunctionSignature, TableSignature } from '../../../signatures/signature.ts'
import { readRepository } from '../read-repository.ts'
import { NAMESPACES } from '../testing.ts'
import { functionsInSource, functionsInXml } from './function-group.ts'

const collect = (files: Record<string, string>) =>
  readRepository(
    Object.entries(files).map(([filename, text]) => ({ filename, text })),
    NAMESPACES,
  ).signatures('own.zip')

const XML = `<abapGit><asx:abap><asx:values><FUNCTIONS>
<item><FUNCNAME>Z_ORDER</FUNCNAME><REMOTE_CALL>R</REMOTE_CALL><SHORT_TEXT>Order</SHORT_TEXT>
<IMPORT>
<RSIMP><PARAMETER>IS_HEAD</PARAMETER><DBFIELD>VBAK</DBFIELD></RSIMP>
<RSIMP><PARAMETER>IV_FLAG</PARAMETER><DEFAULT>&apos;X&apos;</DEFAULT><OPTIONAL>X</OPTIONAL><TYP>FLAG</TYP></RSIMP>
<RSIMP><PARAMETER>IO_LOG</PARAMETER><REFERENCE>X</REFERENCE><CLASS>X</CLASS><TYP>CL_LOG</TYP></RSIMP>
<RSIMP><PARAMETER>IT_KEYS</PARAMETER><TYP>CL_KEYS=&gt;TY_KEYS</TYP></RSIMP>
<RSIMP><PARAMETER>UNTYPED</PARAMETER><REFERENCE>X</REFERENCE></RSIMP></IMPORT>
<CHANGING><RSCHA><PARAMETER>CV_X</PARAMETER><REFERENCE>X</REFERENCE><TYP>I</TYP></RSCHA></CHANGING>
<EXPORT><RSEXP><PARAMETER>RETURN</PARAMETER><TYP>BAPIRET2</TYP></RSEXP></EXPORT>
<TABLES><RSTBL><PARAMETER>ITEMS</PARAMETER><DBSTRUCT>VBAP</DBSTRUCT><OPTIONAL>X</OPTIONAL></RSTBL></TABLES>
<EXCEPTION><RSEXC><EXCEPTION>NOT_FOUND</EXCEPTION></RSEXC></EXCEPTION></item>
<item><FUNCNAME>/ABC/OTHER</FUNCNAME><EXCEPTION_CLASSES>X</EXCEPTION_CLASSES>
<EXCEPTION><RSEXC><EXCEPTION>CX_SY_ZERO</EXCEPTION></RSEXC></EXCEPTION></item></FUNCTIONS></asx:values></asx:abap></abapGit>`

test('function modules keep every kind of parameter that their XML names', () => {
  const [order, other] = functionsInXml(XML)
  assert.deepEqual(order, {
    kind: 'FUNC',
    name: 'Z_ORDER',
    parameters: [
      { name: 'IS_HEAD', direction: 'importing', typing: 'like', type: 'VBAK', by_value: true },
      {
        name: 'IV_FLAG',
        direction: 'importing',
        typing: 'type',
        type: 'FLAG',
        optional: true,
        default: "'X'",
        by_value: true,
      },
      { name: 'IO_LOG', direction: 'importing', typing: 'ref', type: 'CL_LOG' },
      { name: 'IT_KEYS', direction: 'importing', typing: 'type', type: 'CL_KEYS=>TY_KEYS', by_value: true },
      { name: 'UNTYPED', direction: 'importing' },
      { name: 'RETURN', direction: 'exporting', typing: 'type', type: 'BAPIRET2', by_value: true },
      { name: 'CV_X', direction: 'changing', typing: 'type', type: 'I' },
      { name: 'ITEMS', direction: 'tables', typing: 'structure', type: 'VBAP', optional: true },
    ],
    exceptions: ['NOT_FOUND'],
  } satisfies FunctionSignature)
  assert.deepEqual(other, {
    kind: 'FUNC',
    name: '/ABC/OTHER',
    parameters: [],
    exceptions: ['CX_SY_ZERO'],
    class_based: true,
  })
})

test('without XML, a function module is read from the comment in its source', () => {
  const source = `FUNCTION z_read.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(IV_ID) TYPE  VBELN_VA
*"     REFERENCE(IO_X) TYPE REF TO  CL_X OPTIONAL
*"     VALUE(IV_D) LIKE  SY-DATUM DEFAULT SY-DATUM
*"     VALUE(IV_S) TYPE  CHAR3 DEFAULT 'A B'
*"  EXPORTING
*"     VALUE(RETURN) TYPE  BAPIRET2
*"  TABLES
*"      T_ROWS STRUCTURE  VBAP OPTIONAL
*"  EXCEPTIONS
*"      NOT_FOUND
*"      FAILED
*"----------------------------------------------------------------------
  DATA x TYPE i.
ENDFUNCTION.
FUNCTION z_silent.
ENDFUNCTION.`
  const found = functionsInSource(source)
  assert.deepEqual(
    found.map(({ name }) => name),
    ['Z_READ'],
  )
  assert.deepEqual(found[0]!.exceptions, ['NOT_FOUND', 'FAILED'])
  assert.deepEqual(found[0]!.parameters, [
    { name: 'IV_ID', direction: 'importing', typing: 'type', type: 'VBELN_VA', by_value: true },
    { name: 'IO_X', direction: 'importing', typing: 'ref', type: 'CL_X', optional: true },
    {
      name: 'IV_D',
      direction: 'importing',
      typing: 'like',
      type: 'SY-DATUM',
      optional: true,
      default: 'SY-DATUM',
      by_value: true,
    },
    {
      name: 'IV_S',
      direction: 'importing',
      typing: 'type',
      type: 'CHAR3',
      optional: true,
      default: "'A B'",
      by_value: true,
    },
    { name: 'RETURN', direction: 'exporting', typing: 'type', type: 'BAPIRET2', by_value: true },
    { name: 'T_ROWS', direction: 'tables', typing: 'structure', type: 'VBAP', optional: true },
  ])
})

test('signatures of tables, classes and interfaces in an archive are read', () => {
  const { signatures } = collect({
    'src/ztab.tabl.xml': `<abapGit><DD02V><TABNAME>ZTAB</TABNAME></DD02V><DD03P_TABLE>
<DD03P><FIELDNAME>MANDT</FIELDNAME><KEYFLAG>X</KEYFLAG><ROLLNAME>MANDT</ROLLNAME><COMPTYPE>E</COMPTYPE></DD03P>
<DD03P><FIELDNAME>.INCLUDE</FIELDNAME><PRECFIELD>ZINC</PRECFIELD></DD03P>
<DD03P><FIELDNAME>FREE</FIELDNAME><DATATYPE>CHAR</DATATYPE><LENG>000010</LENG></DD03P>
<DD03P><FIELDNAME>ROWS</FIELDNAME><ROLLNAME>ZTT</ROLLNAME><COMPTYPE>L</COMPTYPE></DD03P></DD03P_TABLE></abapGit>`,
    'src/zif_x.intf.abap':
      'INTERFACE zif_x PUBLIC.\n  METHODS run IMPORTING !a TYPE i DEFAULT 5 b TYPE REF TO object OPTIONAL c TYPE string RETURNING VALUE(r) TYPE string RAISING cx_root.\nENDINTERFACE.\n',
    'src/zcl_x.clas.abap':
      'CLASS zcl_x DEFINITION PUBLIC.\n  PUBLIC SECTION.\n    CLASS-METHODS make.\n  PRIVATE SECTION.\n    METHODS hidden.\nENDCLASS.\nCLASS zcl_x IMPLEMENTATION.\n  METHOD make.\n  ENDMETHOD.\n  METHOD hidden.\n  ENDMETHOD.\nENDCLASS.\n',
  })
  const [table, intf, clas] = ['ZTAB', 'ZIF_X', 'ZCL_X'].map((name) => signatures.find((one) => one.name === name))
  assert.deepEqual((table as TableSignature).fields, [
    { name: 'MANDT', key: true, type: 'MANDT' },
    { name: '.INCLUDE', include: true, type: 'ZINC' },
    { name: 'FREE', built_in: 'CHAR 10' },
    { name: 'ROWS', type: 'ZTT', typing: 'table_type' },
  ])
  assert.deepEqual((intf as ClassSignature).methods, [
    {
      name: 'RUN',
      parameters: [
        { name: 'A', direction: 'importing', typing: 'type', type: 'I', optional: true, default: '5' },
        { name: 'B', direction: 'importing', typing: 'ref', type: 'OBJECT', optional: true },
        { name: 'C', direction: 'importing', typing: 'type', type: 'STRING' },
        { name: 'R', direction: 'returning', typing: 'type', type: 'STRING', by_value: true },
      ],
      raising: ['CX_ROOT'],
    },
  ])
  const { methods, definition } = clas as ClassSignature
  assert.deepEqual(methods, [{ name: 'MAKE', parameters: [], raising: [], is_static: true }])
  assert.match(definition, /CLASS-METHODS make\.\n\s*ENDCLASS\./)
  assert.doesNotMatch(definition, /hidden/)
})

const VIEWS: [name: string, sources: Record<string, string>, expected: Record<string, Record<string, string>>][] = [
  [
    'fields by name, by alias and by prefix',
    { zv: 'define view entity ZV as select from vbak as a { key a.vbeln as SalesOrder, a.erdat, ernam as CreatedBy }' },
    { 'VBAK ZV': { VBELN: 'SalesOrder', ERDAT: 'erdat', ERNAM: 'CreatedBy' } },
  ],
  [
    'a source without alias, with its name as prefix',
    { zv: 'define view entity ZV as select from vbak { key vbak.vbeln as Order1, erdat as Day }' },
    { 'VBAK ZV': { VBELN: 'Order1', ERDAT: 'Day' } },
  ],
  [
    'calculated, cast, aggregated and constant elements are left out',
    {
      zv: `define view entity ZV as select from vbak { key vbeln as A, cast( erdat as abap.dats ) as B, netwr * 2 as C,
        case when ernam = 'X' then ernam else aenam end as D, 'x' as E, concat( ernam, aenam ) as F, $session.user as G, 1 as H }`,
    },
    { 'VBAK ZV': { VBELN: 'A' } },
  ],
  [
    'associations are left out',
    {
      zv: `define view entity ZV as select from vbak association [0..1] to I_Customer as _Customer on $projection.C = _Customer.Customer
        { key vbeln as A, kunnr as C, _Customer.CustomerName as N, _Customer }`,
    },
    { 'VBAK ZV': { VBELN: 'A', KUNNR: 'C' } },
  ],
  [
    'a join maps only the fields of its first source, with its prefix',
    {
      zv: 'define view entity ZV as select from vbak as h inner join vbap as p on h.vbeln = p.vbeln { key h.vbeln as A, key p.posnr as B, erdat as C }',
    },
    { 'VBAK ZV': { VBELN: 'A' } },
  ],
  [
    'a union is not mapped',
    { zv: 'define view entity ZV as select from vbak { vbeln as A } union all select from vbrk { vbeln as A }' },
    {},
  ],
  [
    'grouped and distinct rows are not mapped',
    { zv: 'define view entity ZV as select distinct from vbak { ernam as A }' },
    {},
  ],
  [
    'a view on a view maps to the table below',
    {
      za: 'define view entity ZA as select from vbak { key vbeln as OrderNumber, upper( ernam ) as Up }',
      zb: 'define view entity ZB as select from ZA { key OrderNumber as Number1, Up as Up2 }',
    },
    { 'VBAK ZA': { VBELN: 'OrderNumber' }, 'VBAK ZB': { VBELN: 'Number1' } },
  ],
  [
    'circular views are not mapped, and views of SAP are not tables',
    {
      za: 'define view entity ZA as select from ZB { key x as x }',
      zb: 'define view entity ZB as select from ZA { key x as x }',
      zc: 'define view entity ZC as select from I_SalesDocument { key SalesDocument as D }',
    },
    {},
  ],
]
for (const [name, sources, expected] of VIEWS)
  test(`views: ${name}`, () => {
    const { mappings } = collect(
      Object.fromEntries(Object.entries(sources).map(([file, text]) => [`src/${file}.ddls.asddls`, text])),
    )
    assert.deepEqual(
      Object.fromEntries(mappings.map(({ table, entity, fields }) => [`${table} ${entity}`, fields])),
      expected,
    )
    for (const { confidence, source } of mappings) assert.ok(confidence <= 0.95 && /in own\.zip$/.test(source))
  })

test('a view that joins or filters has a note and less confidence', () => {
  const { mappings } = collect({
    'zv.ddls.asddls':
      "define view entity ZV as select from vbak as h left outer join vbap as p on h.vbeln = p.vbeln { h.vbeln as A } where h.vbtyp = 'C'",
  })
  assert.equal(mappings[0]!.notes.length, 2)
  assert.equal(mappings[0]!.confidence, 0.75)
})
