// Forms that the reader once got wrong, one test each.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { classOf, includeXml, usesOfSap } from './testing.ts'

const CASES: readonly (readonly [name: string, code: string | Record<string, string>, expected: string])[] = [
  [
    'LIKE x[] is the body of a variable',
    'DATA x TYPE TABLE OF ekpo WITH HEADER LINE.\nDATA y LIKE x[].',
    'type TABL:EKPO',
  ],
  ['LIKE x[] of an undeclared name', 'DATA y LIKE gi_ekpo[].', ''],
  [
    'LIKE x[] in parameters',
    'FORM f TABLES t LIKE gt_rows[] USING u LIKE gt_rows[].\nENDFORM.\nDATA gt_rows TYPE TABLE OF vbak.',
    'type TABL:VBAK',
  ],
  [
    'a variable named like its structure',
    "DATA bdcdata LIKE bdcdata OCCURS 0 WITH HEADER LINE.\nbdcdata-fnam = 'X'.\nAPPEND bdcdata.",
    'type TABL:BDCDATA',
  ],
  ['a variable named like its data element', 'DATA matnr TYPE matnr.\nmatnr = 1.', 'type DTEL:MATNR'],
  [
    'a block of types with an unknown include',
    'TYPES: BEGIN OF output_line.\nINCLUDE STRUCTURE zmissing.\nTYPES: flag TYPE c, END OF output_line.\nDATA a TYPE output_line.\nDATA b TYPE TABLE OF output_line.',
    '',
  ],
  [
    'a block of types with an unknown component',
    'TYPES: BEGIN OF output_line, a TYPE zmissing-field, b TYPE matnr, END OF output_line.\nDATA x TYPE output_line.\nx-a = 1.',
    'type DTEL:MATNR',
  ],
  [
    'a block of types in a class with an unknown superclass',
    {
      'zc.clas.abap': classOf(
        ' TYPES: BEGIN OF own_line, a TYPE missing_type_of_parent, END OF own_line.\n DATA x TYPE own_line.',
        ' DATA y TYPE own_line.',
        'INHERITING FROM zcl_nowhere',
      ),
    },
    'type DTEL:MISSING_TYPE_OF_PARENT',
  ],
  [
    'an include without its main program: a variable and types of the main program',
    {
      'zinc.prog.abap': 'DATA a LIKE main_variable.\nDATA b TYPE ty_main.\nDATA c LIKE gt_main[].\nDATA d TYPE matnr.',
      'zinc.prog.xml': includeXml('ZINC'),
    },
    'type DTEL:MATNR',
  ],
  [
    'names in the call of a declared macro',
    'DEFINE add.\n  &1-&2 = 1.\n  append &1.\nEND-OF-DEFINITION.\nDATA vbak TYPE TABLE OF likp WITH HEADER LINE.\nadd vbak vbeln.',
    'type TABL:LIKP',
  ],
  ['names in the call of an unknown macro', 'somewhere_else vbak vbeln.', ''],
  [
    'REF TO data is not a class',
    'DATA r TYPE REF TO data.\nCREATE DATA r TYPE i.\nFIELD-SYMBOLS <f> TYPE any.\nASSIGN r->* TO <f>.',
    '',
  ],
  ['REF TO object is not a class', 'DATA r TYPE REF TO object.\nDATA s LIKE r.', ''],
  [
    'REF TO a dictionary type is not a class',
    "DATA r TYPE REF TO bapiret2.\nCREATE DATA r.\nr->type = 'E'.",
    'type TABL:BAPIRET2',
  ],
  [
    'VALUE with components',
    'DATA(a) = VALUE stranger( b = ( 1 + 2 ) * 3 c = f( 1 ) d = `( x` ).',
    'type TABL:STRANGER',
  ],
  ['VALUE with rows', 'DATA(a) = VALUE stranger( ( b = 1 ) ( b = 2 ) ).', 'type TTYP:STRANGER'],
  [
    'VALUE with a component for the rows after it',
    'DATA(a) = VALUE stranger( b = 1 ( c = 2 ) ( c = 3 ) ).',
    'type TTYP:STRANGER',
  ],
  [
    'VALUE with FOR',
    'DATA t TYPE TABLE OF i.\nDATA(a) = VALUE stranger( FOR x IN t ( c = x ) ).',
    'type TTYP:STRANGER',
  ],
  ['an include of a custom function group outside the upload', 'INCLUDE lzgroups01.\nINCLUDE lzgroupf01.', ''],
]

for (const [name, files, expected] of CASES)
  test(name, () => {
    const sources = typeof files === 'string' ? { 'z1.prog.abap': `REPORT z1.\n${files}\n` } : files
    assert.equal(usesOfSap(sources).join(', '), expected.split(', ').filter(Boolean).sort().join(', '))
  })

test('a SELECT that is too large to parse keeps all its tables', () => {
  const conditions = Array.from({ length: 60 }, (_, at) => `a~field${at} = @keys-field${at}`).join(' AND ')
  const fields = Array.from({ length: 60 }, (_, at) => `a~field${at}`)
    .join(', ')
    .replace('field20,', 'field20 ,')
  const code = `SELECT ${fields} FROM vbak AS a INNER JOIN vbap AS b ON a~vbeln = b~vbeln LEFT OUTER JOIN likp AS c ON c~vbeln = a~vbeln FOR ALL ENTRIES IN @keys WHERE ${conditions} INTO TABLE @DATA(t).`
  assert.deepEqual(usesOfSap({ 'z1.prog.abap': `REPORT z1.\n${code}` }), [
    'read TABL:LIKP',
    'read TABL:VBAK',
    'read TABL:VBAP',
  ])
})

const VALUES = [
  '1',
  "'( x'",
  '`a ) (`',
  '( 1 + 2 )',
  'f( 1 )',
  'o->m( a = 1 )',
  '- ( 3 )',
  'VALUE #( ( 1 ) )',
  '|{ f( 2 ) }|',
]

test('VALUE is a table exactly if it has a row, whatever its components are', () => {
  const component = fc
    .tuple(fc.constantFrom('aa', 'bb', 'cc'), fc.constantFrom(...VALUES))
    .map((one) => one.join(' = '))
  const row = fc.array(component, { minLength: 1, maxLength: 2 }).map((all) => `( ${all.join(' ')} )`)
  fc.assert(
    fc.property(fc.array(component, { minLength: 1, maxLength: 3 }), fc.array(row, { maxLength: 2 }), (all, rows) => {
      const code = `REPORT z1.\nDATA(a) = VALUE stranger( ${[...all, ...rows].join(' ')} ).`
      assert.deepEqual(
        usesOfSap({ 'z1.prog.abap': code }),
        [`type ${rows.length > 0 ? 'TTYP' : 'TABL'}:STRANGER`],
        code,
      )
    }),
    { numRuns: 60 },
  )
})
