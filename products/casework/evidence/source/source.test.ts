// References and technologies of single sources.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLog } from '@veritrace/platform/log'
import { openSourceReaders } from '../reading/readers.ts'
import { extractSource } from './extract-source.ts'
import { PATTERNS, usesOfSap } from './testing.ts'

const references = (text: string): string[] =>
  extractSource({ namespaces: PATTERNS, language: 'abap', filename: 'zx.prog.abap', text }).objects[0]!.references.map(
    ({ access, type, name }) => `${access} ${type}:${name}`,
  )

const CASES: readonly [string, string, string[]][] = [
  [
    'a SELECT reads its tables and joins',
    'SELECT a~vbeln FROM vbak AS a INNER JOIN vbap AS b ON a~vbeln = b~vbeln INTO TABLE @DATA(rows).',
    ['read TABL:VBAK', 'read TABL:VBAP'],
  ],
  [
    'a subquery is a read, too',
    'SELECT * FROM mara INTO TABLE @DATA(rows) WHERE EXISTS ( SELECT matnr FROM mard WHERE matnr = mara~matnr ).',
    ['read TABL:MARA', 'read TABL:MARD'],
  ],
  [
    'a view is recognized by its name',
    'SELECT * FROM i_salesdocument INTO TABLE @DATA(rows).',
    ['read CDS_STOB:I_SALESDOCUMENT'],
  ],
  [
    'an internal table is not a database table',
    'DATA lt TYPE TABLE OF vbak. DELETE lt WHERE vbeln = 1. MODIFY lt FROM ls INDEX 1. SELECT * FROM @lt AS l INTO TABLE @DATA(x).',
    ['type TABL:VBAK'],
  ],
  [
    'changes are writes',
    "UPDATE mara SET ersda = '1'. INSERT INTO kna1 VALUES ls. DELETE FROM vbak WHERE vbeln = 1. MODIFY zown FROM ls.",
    ['write TABL:MARA', 'write TABL:KNA1', 'write TABL:VBAK', 'write TABL:ZOWN'],
  ],
  ['functions are called', "CALL FUNCTION 'NUMBER_GET_NEXT' EXPORTING object = 'Z'.", ['call FUNC:NUMBER_GET_NEXT']],
  [
    'static methods are calls, constants are uses',
    'DATA(x) = cl_salv_table=>factory( ). y = cl_abap_char_utilities=>newline.',
    ['call CLAS:CL_SALV_TABLE', 'use CLAS:CL_ABAP_CHAR_UTILITIES'],
  ],
  [
    'methods of a variable are calls of its class',
    'DATA lo TYPE REF TO if_http_client. lo->send( ).',
    ['type INTF:IF_HTTP_CLIENT', 'call INTF:IF_HTTP_CLIENT'],
  ],
  [
    'new objects are calls of their class',
    'DATA lo TYPE REF TO object. CREATE OBJECT lo TYPE cl_bcs. x = NEW cl_foo( ).',
    ['call CLAS:CL_BCS', 'call CLAS:CL_FOO'],
  ],
  [
    'types in a chain',
    'DATA: a TYPE matnr, b TYPE vbak-vbeln, c TYPE i, d TYPE REF TO data, e LIKE a.',
    ['type DTEL:MATNR', 'type TABL:VBAK'],
  ],
  ['local types are not references', 'TYPES: BEGIN OF ty_row, a TYPE i, END OF ty_row. DATA x TYPE ty_row.', []],
  [
    'programs, transactions, authority objects',
    "SUBMIT rsusr003 AND RETURN. CALL TRANSACTION 'MM01'. AUTHORITY-CHECK OBJECT 'S_TCODE' ID 'TCD' FIELD 'X'.",
    ['call PROG:RSUSR003', 'call TRAN:MM01', 'use SUSO:S_TCODE'],
  ],
  [
    'entities of behavior definitions',
    'READ ENTITIES OF i_salesordertp ENTITY salesorder ALL FIELDS WITH lt RESULT DATA(r).',
    ['read BDEF:I_SALESORDERTP'],
  ],
  [
    'names in a namespace',
    "CALL FUNCTION '/AIF/SEND'. DATA x TYPE REF TO /aif/cl_proxy.",
    ['call FUNC:/AIF/SEND', 'type CLAS:/AIF/CL_PROXY'],
  ],
  [
    'comments and strings are ignored',
    "* SELECT * FROM vbak.\nWRITE 'SELECT * FROM mara'. \" UPDATE kna1 SET a = 1.\nx = |from { y } mara|.",
    [],
  ],
]

for (const [name, text, expected] of CASES)
  test(name, () => assert.deepEqual(references(`REPORT zx.\n${text}`).sort(), expected.toSorted()))

test('a class inherits and implements, and an exception that it raises is a type', () => {
  const text = `CLASS zcl_x DEFINITION PUBLIC INHERITING FROM cl_base.
  PUBLIC SECTION.
    INTERFACES if_oo_adt_classrun.
    METHODS run IMPORTING !io TYPE REF TO if_http_client RAISING cx_static_check.
ENDCLASS.
CLASS zcl_x IMPLEMENTATION.
  METHOD run.
    lcl_local=>go( ).
  ENDMETHOD.
ENDCLASS.
CLASS lcl_local DEFINITION. ENDCLASS.`
  const { objects } = extractSource({ namespaces: PATTERNS, language: 'abap', filename: 'zcl_x.clas.abap', text })
  assert.deepEqual([objects[0]!.type, objects[0]!.name], ['CLAS', 'ZCL_X'])
  assert.deepEqual(
    objects[0]!.references.map(({ access, name, occurrences }) => `${access} ${name} ${occurrences[0]!.line}`),
    ['inherit CL_BASE 1', 'implement IF_OO_ADT_CLASSRUN 3', 'type IF_HTTP_CLIENT 4', 'type CX_STATIC_CHECK 4'],
  )
})

test('calls that are only known at run time are counted, and literal names are found', () => {
  const text =
    "REPORT zx.\nCALL FUNCTION lv_name.\nSELECT * FROM (lv_tab) INTO TABLE lt.\nCALL METHOD lo->(name).\nSELECT * FROM ('VBAK') INTO TABLE lt.\n"
  const { coverage, objects } = extractSource({
    namespaces: PATTERNS,
    language: 'abap',
    filename: 'zx.prog.abap',
    text,
  })
  assert.deepEqual(
    coverage.dynamic_calls.map(({ line }) => line),
    [2, 3, 4],
  )
  assert.deepEqual(
    objects[0]!.references.map(({ access, name }) => [access, name]),
    [['read', 'VBAK']],
  )
})

test('technologies are found with their first line', () => {
  const text = `REPORT zx.
WRITE / 'list'.
CALL SCREEN 100.
CALL FUNCTION 'Z_X' DESTINATION 'OTHER'.
UPDATE mara SET ersda = '1'.
UPDATE zown SET a = 1.
ENHANCEMENT 1 zimpl.
ENDENHANCEMENT.
*{   REPLACE        DEVK900123                                        1
EXEC SQL.
ENDEXEC.
`
  const { objects } = extractSource({ namespaces: PATTERNS, language: 'abap', filename: 'zx.prog.abap', text })
  assert.deepEqual(Object.fromEntries(objects[0]!.technologies.map(({ kind, line }) => [kind, line])), {
    modification: 9,
    list_output: 2,
    dynpro: 3,
    rfc_destination: 4,
    implicit_enhancement: 7,
    native_sql: 10,
    direct_write: 5,
  })
})

test('statements that cannot be parsed lower the share, and no names are guessed from them', () => {
  const text = 'REPORT zx.\nthis is no abap at all.\nanother broken SELECT FROM vbak thing here.\nDATA x TYPE matnr.\n'
  const { coverage, objects } = extractSource({
    namespaces: PATTERNS,
    language: 'abap',
    filename: 'zx.prog.abap',
    text,
  })
  assert.deepEqual([coverage.statements, coverage.parsed_ratio, coverage.method], [4, 0.5, 'parser'])
  assert.deepEqual(
    objects[0]!.references.map(({ name }) => name),
    ['MATNR'],
  )
  assert.equal(
    extractSource({ namespaces: PATTERNS, language: 'abap', filename: 'x', text: '' }).coverage.parsed_ratio,
    0,
  )
})

test('a view names its sources, associations and compositions', () => {
  const text = `@AbapCatalog.sqlViewName: 'ZVX'
define root view entity ZI_X as select from vbak as a
  inner join I_Product as p on p.x = a.y // from mara
  association [0..1] to I_Customer as _C on 1 = 1
  composition [0..*] of ZI_Item as _I
{ key a.vbeln }`
  const [object] = extractSource({ namespaces: PATTERNS, language: 'cds', filename: 'zi_x.ddls.asddls', text }).objects
  assert.deepEqual([object!.type, object!.name, object!.members], ['DDLS', 'ZI_X', ['CDS_STOB:ZI_X', 'TABL:ZVX']])
  assert.deepEqual(
    object!.references.map(
      ({ access, type, name, occurrences }) => `${access} ${type}:${name} ${occurrences[0]!.line}`,
    ),
    ['read TABL:VBAK 2', 'read CDS_STOB:I_PRODUCT 3', 'read CDS_STOB:I_CUSTOMER 4', 'read CDS_STOB:ZI_ITEM 5'],
  )
})

test('pasted sources are read in a thread, and one that takes too long is given up', async () => {
  const log = openLog('silent')
  const readers = openSourceReaders({ log })
  const { coverage } = await readers.extract(
    { namespaces: PATTERNS, language: 'abap', filename: 'x.abap', text: 'REPORT zx.\nTABLES vbak.' },
    { tenant: 'one' },
  )
  assert.deepEqual([coverage.method, coverage.parsed_ratio], ['parser', 1])
  await readers.close()
  const hasty = openSourceReaders({ log, limitMs: 1 })
  await assert.rejects(
    hasty.extract(
      { namespaces: PATTERNS, language: 'abap', filename: 'x.abap', text: 'REPORT zx.' },
      { tenant: 'one' },
    ),
    {
      name: 'Unreadable',
    },
  )
  await hasty.close()
})

const WHOSE: readonly [string, boolean, Readonly<Record<string, string>>?][] = [
  ["CALL FUNCTION 'ENQUEUE_EZLOCK'.", false],
  ["CALL FUNCTION 'DEQUEUE_EYLOCK'.", false],
  ["CALL FUNCTION 'ENQUEUE_EVVBAKE'.", true],
  ["CALL FUNCTION 'VIEWPROC_ZVIEW'.", false],
  ["CALL FUNCTION 'Z_OTHER'.", false],
  ["CALL FUNCTION 'YOTHER'.", false],
  ['SUBMIT sapmzpool.', false],
  ['SUBMIT sapmv45a.', true],
  ['INCLUDE lzgroupf01.', false],
  ['INCLUDE mzpooltop.', false],
  ['INCLUDE lv45bf01.', true],
  ['PERFORM f IN PROGRAM saplygroup.', false],
  ['SELECT * FROM /scwm/lagp INTO TABLE @DATA(t).', true],
  // Belongs to a partner, unless objects of the namespace were uploaded.
  ['SELECT * FROM /abc/table INTO TABLE @DATA(t).', false],
  ['DATA o TYPE REF TO /abc/cl_other.', false, { '#abc#cl_one.clas.abap': 'CLASS /abc/cl_one DEFINITION.\nENDCLASS.' }],
]

for (const [code, isSap, more] of WHOSE)
  test(`owner of the name in: ${code}`, () =>
    assert.equal(usesOfSap({ 'z1.prog.abap': `REPORT z1.\n${code}\n`, ...more }).length, isSap ? 1 : 0))
