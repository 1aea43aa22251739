// Compares the reader with an oracle that shares no code with it, on generated sources.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readRepository, type SourceFile } from '../source/read-repository.ts'
import { includeXml, NAMESPACES } from '../source/testing.ts'
import { statementsOf } from './abap-statements.ts'
import { addDeclared, newDeclared } from './declared-names.ts'
import { type GeneratedSources, generatedSources } from './generated-sources.ts'
import { agreementOf } from './library-references.ts'
import { factsIn } from './oracle.ts'
import { compareKinds, listedTypes } from './published-kinds.ts'
import { recallOf } from './recall.ts'
import { drawSamples } from './samples.ts'
import { isInvented, suspiciousNames } from './suspicious.ts'

const filesOf = (files: Readonly<Record<string, string>>): SourceFile[] =>
  Object.entries(files).map(([filename, text]) => ({ filename, text }))

const NO_NAMES = { variables: new Set(['GT', 'GS']) }
const wordsOf = (text: string): string[] =>
  statementsOf(text).map(({ words }) => words.map(({ upper }) => upper).join(' '))
const factNames = (text: string): string[] => factsIn(text, NO_NAMES).map(({ kind, name }) => `${kind} ${name}`)

test('the oracle splits chains, and leaves out comments, literals and pragmas', () => {
  assert.deepEqual(wordsOf("DATA: a TYPE i, b LIKE a ##NEEDED. \"#EC\n* x.\nWRITE: / 'a.b', `c,d`."), [
    'DATA A TYPE I',
    'DATA B LIKE A',
    'WRITE / A.B',
    'WRITE C,D',
  ])
  assert.deepEqual(wordsOf('x = |a. { f( a = 1, b = `}` ) } { |in { y }| }|.\nEXEC SQL.\nSELECT a. b\nENDEXEC.'), [
    'X = F ( A = 1 B = } ) Y  ',
    'EXEC SQL',
    'ENDEXEC',
  ])
  assert.deepEqual(
    statementsOf("a = 'x''y'.\n\nb =\n 1.").map(({ from, to, words }) => [from, to, words.at(-1)!.text]),
    [
      [1, 1, "x'y"],
      [3, 4, '1'],
    ],
  )
})

test('the oracle reports only certain facts', () => {
  assert.deepEqual(factNames("SELECT a FROM vbak JOIN vbap ON 1 = 1 INTO TABLE gt. UPDATE mara SET a = 'FROM x'."), [
    'read VBAK',
    'read VBAP',
    'write MARA',
  ])
  assert.deepEqual(factNames('DELETE gt FROM gs. DELETE kna1 FROM gs. DELETE gt FROM 2. MODIFY gt FROM gs INDEX 1.'), [
    'write KNA1',
  ])
  assert.deepEqual(factNames('INSERT gs INTO TABLE gt. INSERT LINES OF gt INTO TABLE gt. INSERT REPORT x FROM gt.'), [])
  assert.deepEqual(factNames("CALL FUNCTION 'A_B' EXPORTING x = 'CALL'. CALL FUNCTION gv. CALL METHOD x->y."), [
    'function A_B',
  ])
  assert.deepEqual(factNames("SELECT * FROM (gv) INTO TABLE gt. SELECT * FROM ('T001') INTO TABLE gt."), ['read T001'])
  assert.deepEqual(
    factNames('DEFINE m.\nSELECT * FROM &1 INTO TABLE gt.\nUPDATE vbak FROM gs.\nEND-OF-DEFINITION.'),
    [],
  )
  assert.deepEqual(
    factNames('METHOD m BY DATABASE PROCEDURE FOR HDB LANGUAGE SQLSCRIPT.\nselect * from x;\nENDMETHOD.'),
    [],
  )
})

test('declared names are found by words alone', () => {
  const declared = newDeclared()
  addDeclared(
    declared,
    'TYPES: BEGIN OF ty_a, vbak TYPE vbak, END OF ty_a, ty_b TYPE i. DATA gt_x TYPE TABLE OF ty_a. DATA(y) = 1.\nFORM f USING p_a p_b TYPE i CHANGING VALUE(p_c).\nINTERFACE if_x LOAD. CLASS lcl DEFINITION.',
  )
  assert.deepEqual([...declared.types], ['TY_A', 'TY_B', 'LCL'])
  for (const name of ['GT_X', 'Y', 'P_A', 'P_B', 'P_C']) assert.ok(declared.variables.has(name), name)
  assert.ok(!declared.variables.has('VBAK'))
})

test('the reader finds every read, write and call in every spelling, and nothing else', () => {
  const holds = ({ files, facts }: GeneratedSources): void => {
    const sources = filesOf(files)
    const reading = readRepository(sources, NAMESPACES)
    const uses = [...reading.files.values()].flatMap(({ resolved }) => resolved)
    const found = uses.flatMap(({ type, name, access, isSap }) =>
      !isSap ? [] : type === 'FUNC' ? [`function ${name}`] : access === 'type' ? [] : [`${access} ${name}`],
    )
    assert.deepEqual([...new Set(found)].sort(), [...new Set(facts.map(({ kind, name }) => `${kind} ${name}`))].sort())
    const missed = Object.values(recallOf(sources, reading)).flatMap((one) => one.missed)
    assert.deepEqual(missed, [])
    assert.deepEqual(suspiciousNames(sources, reading, new Map()).filter(isInvented), [])
    assert.deepEqual(agreementOf(sources, reading).onlyLibrary, [])
  }
  fc.assert(fc.property(generatedSources, holds), { numRuns: 150 })
})

test('the oracle agrees with the facts of generated sources', () => {
  const holds = ({ files, facts }: GeneratedSources): void => {
    const known = Object.entries(files)
      .filter(([name]) => name.endsWith('.abap'))
      .flatMap(([, text]) => factNames(text))
    assert.deepEqual([...new Set(known)].sort(), [...new Set(facts.map(({ kind, name }) => `${kind} ${name}`))].sort())
  }
  fc.assert(fc.property(generatedSources, holds), { numRuns: 300 })
})

test('misses, invented names and names that only the library has are reported', () => {
  const sources = filesOf({
    'z1.prog.abap':
      'REPORT z1.\nTYPES ty_x TYPE i.\nSELECT * FROM vbak INTO TABLE @DATA(t).\nDATA a TYPE matnr.\nDATA b TYPE REF TO cl_x.\nWRITE a.',
  })
  const reading = readRepository(sources, NAMESPACES)
  assert.deepEqual(
    Object.values(recallOf(sources, reading)).flatMap((one) => one.missed),
    [],
  )
  const file = reading.files.get('z1.prog.abap')!
  const [vbak] = file.resolved.filter(({ name }) => name === 'VBAK')
  const others = file.resolved.filter(({ name }) => name === 'CL_X')
  const from = 'grammar'
  const invented = [
    { ...vbak!, name: 'TY_X', type: 'DTEL', access: 'type' as const, line: 2, from },
    { ...vbak!, name: 'WHERE', type: 'TABL', line: 3, from },
    { ...vbak!, name: 'GT[]', type: 'TABL', line: 3, from },
    { ...vbak!, name: 'MARA', type: 'TABL', line: 6, from },
  ] as typeof file.resolved
  file.resolved = [...others, ...invented]
  assert.deepEqual(
    Object.values(recallOf(sources, reading)).flatMap((one) => one.missed.map(({ name }) => name)),
    ['VBAK'],
  )
  const reasons = suspiciousNames(sources, reading, new Map()).filter(isInvented)
  assert.deepEqual(reasons.map(({ name, why }) => `${name} ${why}`).sort(), [
    'GT[] is not a name',
    'GT[] is not on its line',
    'MARA is not on its line',
    'TY_X is declared in the same file',
    'WHERE is a keyword',
    'WHERE is not on its line',
  ])
  assert.deepEqual(agreementOf(sources, reading).onlyLibrary, ['table VBAK z1.prog.abap', 'type MATNR z1.prog.abap'])
})

test('kinds are compared with the lists, and a seed always draws the same samples', async () => {
  const sources = filesOf({
    'z1.prog.abap':
      'REPORT z1.\nDATA a TYPE bapiret2.\nDATA b TYPE REF TO cl_abap_char_utilities.\nDATA c TYPE bapiret2_t.\nSELECT * FROM i_salesorder INTO TABLE @DATA(d).\nDATA e TYPE /iwbep/t_mgw_name_value_pair.',
  })
  const reading = readRepository(sources, NAMESPACES)
  const { right, wrong } = compareKinds(reading, await listedTypes())
  assert.deepEqual(wrong, [])
  assert.ok(right >= 3)
  const draw = (seed: number) => drawSamples(sources, reading, 3, seed).map(({ name }) => name)
  assert.deepEqual(draw(5), draw(5))
  assert.equal(draw(5).length, 3)
})

test('no published name counts as the customer’s or a partner’s', async () => {
  const names = [...(await listedTypes()).keys()]
  assert.ok(names.length > 50_000)
  assert.deepEqual(
    names.filter((name) => NAMESPACES.idOf(name) !== 'sap'),
    [],
  )
})

test('statements count as closed only if their parents were uploaded', () => {
  const { closed, statements } = readRepository(
    filesOf({
      'z1.prog.abap': 'REPORT z1.\nDATA a TYPE i.\na = 1.',
      'z2.prog.abap': 'REPORT z2.\nINCLUDE zmissing.\nb = 1.',
      'zx.prog.abap': 'c = 1.',
      'zx.prog.xml': includeXml('ZX'),
      'zc.clas.abap':
        'CLASS zc DEFINITION PUBLIC INHERITING FROM cl_gui_control.\nENDCLASS.\nCLASS zc IMPLEMENTATION.\nENDCLASS.',
      'zd.clas.abap':
        'CLASS zd DEFINITION PUBLIC.\nPUBLIC SECTION.\nINTERFACES if_missing.\nENDCLASS.\nCLASS zd IMPLEMENTATION.\nENDCLASS.',
      'ze.clas.abap': 'CLASS ze DEFINITION PUBLIC INHERITING FROM zd.\nENDCLASS.\nCLASS ze IMPLEMENTATION.\nENDCLASS.',
    }),
    NAMESPACES,
  )
  assert.deepEqual(closed, { statements: 3, resolved: 3 })
  assert.ok(statements > 12)
})
