// Generates small sources for the tests: every form of a read, a write and a call in many spellings, in reports, classes,
// subroutines and function modules.
import fc from 'fast-check'

type FactKind = 'read' | 'write' | 'function'

interface GeneratedFact {
  kind: FactKind
  name: string
}

interface GeneratedStatement {
  text: string
  facts: readonly GeneratedFact[]
}

const LETTERS = 'ABCDEFGHKLMNPRSTUV'.split('')
/** Looks like a table name. Ends with a digit, so that it is never a keyword. */
const tableName = fc
  .tuple(fc.array(fc.constantFrom(...LETTERS), { minLength: 2, maxLength: 6 }), fc.integer({ min: 0, max: 9 }))
  .map(([letters, digit]) => `${letters.join('')}${digit}`)
const inNamespace = fc.constantFrom('', '', '', '/SCWM/', '/BA1/')
const table = fc.tuple(inNamespace, tableName).map(([space, name]) => space + name)
const functionName = fc.tuple(inNamespace, tableName, tableName).map(([space, a, b]) => `${space}${a}_${b}`)

const read = (...names: string[]): GeneratedFact[] => names.map((name) => ({ kind: 'read', name }))
const write = (...names: string[]): GeneratedFact[] => names.map((name) => ({ kind: 'write', name }))

type Form = (a: string, b: string) => GeneratedStatement
const form = (text: string, facts: readonly GeneratedFact[]): GeneratedStatement => ({ text, facts })

const TABLE_FORMS: readonly Form[] = [
  (a) => form(`SELECT * FROM ${a} INTO TABLE @DATA(##).`, read(a)),
  (a) => form(`SELECT SINGLE f FROM ${a} INTO @DATA(##) WHERE f = 'FROM x'.`, read(a)),
  (a) => form(`SELECT f FROM ${a} UP TO 5 ROWS INTO @DATA(##) ORDER BY f. ENDSELECT.`, read(a)),
  (a) => form(`SELECT COUNT( * ) FROM ${a} WHERE f IN @gr AND NOT f LIKE 'a%'.`, read(a)),
  (a, b) => form(`SELECT a~f, b~g FROM ${a} AS a INNER JOIN ${b} AS b ON a~f = b~f INTO TABLE @DATA(##).`, read(a, b)),
  (a, b) =>
    form(`SELECT a~f FROM ( ${a} AS a LEFT OUTER JOIN ${b} AS b ON a~f = b~f ) INTO TABLE @DATA(##).`, read(a, b)),
  (a, b) => form(`SELECT f FROM ${a} WHERE f IN ( SELECT f FROM ${b} WHERE g = 1 ) INTO TABLE @DATA(##).`, read(a, b)),
  (a, b) => form(`SELECT f FROM ${a} UNION ALL SELECT f FROM ${b} INTO TABLE @DATA(##).`, read(a, b)),
  (a) =>
    form(
      `SELECT FROM ${a} FIELDS f, CASE g WHEN 1 THEN 'x' ELSE 'y' END AS h WHERE f = @gv INTO TABLE @DATA(##).`,
      read(a),
    ),
  (a) => form(`SELECT f FROM ${a} FOR ALL ENTRIES IN @gt WHERE f = @gt-f INTO TABLE @DATA(##).`, read(a)),
  (a) => form(`SELECT * FROM ('${a}') INTO TABLE @gt.`, read(a)),
  (a) => form(`OPEN CURSOR @DATA(##) FOR SELECT * FROM ${a}.`, read(a)),
  (a) => form(`WITH +c AS ( SELECT f FROM ${a} ) SELECT f FROM +c INTO TABLE @DATA(##).`, read(a)),
  (a, b) => form(`DELETE FROM ${a} WHERE f IN ( SELECT f FROM ${b} ).`, [...write(a), ...read(b)]),
  (a) => form(`DELETE ${a} FROM gs.`, write(a)),
  (a) => form(`DELETE ${a} FROM TABLE @gt.`, write(a)),
  (a) => form(`INSERT ${a} FROM TABLE @gt ACCEPTING DUPLICATE KEYS.`, write(a)),
  (a) => form(`INSERT INTO ${a} VALUES @gs.`, write(a)),
  (a, b) => form(`INSERT: ${a} FROM gs, ${b} FROM gs.`, write(a, b)),
  (a) => form(`UPDATE ${a} SET f = 'x' g = 'UPDATE y' WHERE f = 1.`, write(a)),
  (a, b) => form(`UPDATE: ${a} FROM gs, ${b} FROM gs.`, write(a, b)),
  (a) => form(`MODIFY ${a} FROM @gs.`, write(a)),
  (a) => form(`MODIFY ${a} FROM TABLE gt.`, write(a)),
  (a) => form(`MODIFY ('${a}') FROM gs.`, write(a)),
]
const FUNCTION_FORMS: readonly ((a: string) => string)[] = [
  (a) => `CALL FUNCTION '${a}'.`,
  (a) => `CALL FUNCTION '${a}' EXPORTING i = gv IMPORTING e = gv EXCEPTIONS OTHERS = 1.`,
  (a) => `CALL FUNCTION '${a}' DESTINATION 'RFC' TABLES t = gt.`,
  (a) => `CALL FUNCTION '${a}' IN UPDATE TASK EXPORTING i = gv.`,
  (a) => `CALL FUNCTION '${a}' STARTING NEW TASK 'x' EXPORTING i = gv.`,
]
/** Code that looks like one of the forms but is not. */
const DECOYS: readonly string[] = [
  `* SELECT * FROM decoy1 INTO TABLE gt.`,
  `gv = 'UPDATE decoy2 SET f = 1'. "SELECT f FROM decoy3.`,
  'gv = |CALL FUNCTION { gv } FROM decoy4 { |INSERT decoy5 FROM { gv }| }|.',
  `DELETE gt WHERE f = 1.`,
  `INSERT gs INTO TABLE gt.`,
  `MODIFY gt FROM gs INDEX 1.`,
  `SELECT f FROM @gt AS t INTO TABLE @DATA(##).`,
  `READ TABLE gt INTO gs INDEX 1. "#EC CI_NOORDER`,
  `IF gs-f = 'E' AND gv NE 'FROM decoy6'. ENDIF.`,
]

const plain = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom(...TABLE_FORMS), table, table).map(([make, a, b]) => make(a, b)) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(...FUNCTION_FORMS), functionName)
      .map(([make, name]): GeneratedStatement => form(make(name), [{ kind: 'function', name }])),
  },
  { weight: 2, arbitrary: fc.constantFrom(...DECOYS).map((text) => form(text, [])) },
)

/** In lower case, on many lines, or with a comment in the middle. */
const spelled = fc.tuple(plain, fc.constantFrom('as is', 'lower', 'lines', 'comments')).map(([one, spelling]) => {
  if (one.facts.length === 0 || spelling === 'as is') return one
  if (spelling === 'lower') return { ...one, text: one.text.toLowerCase() }
  const gap = spelling === 'lines' ? '\n    ' : ' " it FROM here. And there\n* UPDATE it.\n    '
  // Literals stay whole. So do the first words, because some lines must not start with certain text.
  return {
    ...one,
    text: one.text.replace(/ (?=(?:[^']*'[^']*')*[^']*$)/g, (space, at: number) => (at % 3 === 0 ? gap : space)),
  }
})

const HEAD = `TYPES: BEGIN OF ty_row, f TYPE i, g TYPE i, END OF ty_row.
DATA gt TYPE STANDARD TABLE OF ty_row WITH EMPTY KEY.
DATA gs TYPE ty_row.
DATA gv TYPE string.
DATA gr TYPE RANGE OF i.
`
const PLACES = {
  report: (body: string) => ({ 'z1.prog.abap': `REPORT z1.\n${HEAD}${body}\n` }),
  subroutine: (body: string) => ({ 'z1.prog.abap': `REPORT z1.\n${HEAD}FORM f USING p TYPE i.\n${body}\nENDFORM.\n` }),
  method: (body: string) => ({
    'zc.clas.abap': `CLASS zc DEFINITION PUBLIC.\nPUBLIC SECTION.\nMETHODS m.\nENDCLASS.\nCLASS zc IMPLEMENTATION.\nMETHOD m.\n${HEAD}${body}\nENDMETHOD.\nENDCLASS.\n`,
  }),
  include: (body: string) => ({
    'z1.prog.abap': `REPORT z1.\n${HEAD}INCLUDE z1_f01.\n`,
    'z1_f01.prog.abap': `FORM f.\n${body}\nENDFORM.\n`,
    'z1_f01.prog.xml':
      '<?xml version="1.0"?><abapGit><asx:abap xmlns:asx="x"><asx:values><PROGDIR><NAME>Z1_F01</NAME><SUBC>I</SUBC></PROGDIR></asx:values></asx:abap></abapGit>',
  }),
}

export interface GeneratedSources {
  files: Readonly<Record<string, string>>
  facts: readonly GeneratedFact[]
}

export const generatedSources: fc.Arbitrary<GeneratedSources> = fc
  .tuple(
    fc.constantFrom(...(Object.keys(PLACES) as (keyof typeof PLACES)[])),
    fc.array(spelled, { minLength: 1, maxLength: 12 }),
  )
  .map(([place, statements]) => ({
    files: PLACES[place](statements.map(({ text }, at) => text.replaceAll('##', `v${at}`)).join('\n')),
    facts: statements.flatMap(({ facts }) => facts),
  }))
