// Parsing of questions, identification of artifacts, and templates.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { loadBuiltIn } from '../packs/built-in.ts'
import type { Pack } from '../packs/pack.ts'
import { identify, subjectAmong } from './identify.ts'
import { neighborsOf } from './neighbors.ts'
import { readName, readQuery } from './read-query.ts'
import { targetIn } from './target-words.ts'
import { fill } from './template.ts'

let pack: Pack
before(async () => {
  pack = (await loadBuiltIn())[0]!
})

test('short forms, IRIs, names and questions are distinguished', () => {
  const cases: [string, string][] = [
    ['VBAK', 'object.state - VBAK'],
    ['TABL:VBAK', 'object.state TABL VBAK'],
    ['table:VBAK', 'object.state TABL VBAK'],
    ['urn:sap:obj:FUNC:%2FAIF%2FX', 'object.state FUNC /AIF/X'],
    ['What replaces holiday_calendar_get?', 'object.successor - holiday_calendar_get'],
    ['what should I use instead of function module NUMBER_GET_NEXT?', 'object.successor FUNC NUMBER_GET_NEXT'],
    ['Who uses table MARA?', 'object.usage TABL MARA'],
    ['May we keep reading BSEG?', 'object.state - BSEG'],
  ]
  for (const [q, expected] of cases) {
    const { intent, type = '-', names } = readQuery(pack, () => false, { q })
    assert.equal(`${intent.id} ${type} ${names[0]}`, expected)
  }
  assert.deepEqual(
    readName(pack, () => false, { q: 'TABL VBAK' }),
    readQuery(pack, () => false, { q: 'TABL VBAK' }),
  )
})

test('parsing a question is deterministic', () => {
  const ask = () => readQuery(pack, () => false, { q: 'some words about a wrapper and its effort' })
  assert.deepEqual(ask(), ask())
  assert.ok(ask().confidence < 0.9)
})

test('exact type and case rank before other cases and types', () => {
  const found = [
    { type: 'TABL', name: 'X_A', inTarget: true },
    { type: 'CLAS', name: 'x_a', inTarget: true },
    { type: 'FUNC', name: 'X_A', inTarget: false },
  ]
  const forms = (type: string | undefined, name: string) =>
    identify({ type, names: [name] }, found).map(({ named }) => `${named.type}:${named.name}`)
  assert.deepEqual(forms(undefined, 'X_A'), ['TABL:X_A', 'FUNC:X_A', 'CLAS:x_a'])
  assert.equal(forms('CLAS', 'X_A')[0], 'CLAS:x_a')
  assert.equal(subjectAmong(identify({ type: 'DOMA', names: ['X_A'] }, found), 'DOMA'), undefined)
  const ambiguous = [found[0]!, { type: 'DTEL', name: 'X_A', inTarget: true }]
  assert.equal(subjectAmong(identify({ type: undefined, names: ['X_A'] }, ambiguous), undefined), undefined)
})

test('similar names have one character added, missing, changed or swapped', () => {
  const near = new Set(neighborsOf('MARA'))
  for (const name of ['mar', 'maraa', 'mars', 'mraa', 'xmara']) assert.ok(near.has(name), name)
  for (const name of ['mara', 'marcc', 'm']) assert.ok(!near.has(name), name)
  assert.deepEqual(neighborsOf('AB'), [])
})

test('a template line with missing facts is left out, and the headline has no citation numbers', () => {
  const template = '{name} is {code}.\n{successors}\n{why}'
  assert.deepEqual(fill(template, { name: 'VBAK [1]', code: 'C', successors: undefined, why: 'So it is [2].' }), {
    headline: 'VBAK is C.',
    text_md: 'VBAK [1] is C.\n\nSo it is [2].',
  })
  assert.equal(fill('{nothing}', {}), undefined)
})

test('a question may name a target, which is removed from the question', () => {
  const cases: [string, string][] = [
    ['vbak in S/4HANA 2023 private?', 's4_private:2023_3 vbak?'],
    ['what replaces bseg in public cloud 2408?', 's4_public:2408 what replaces bseg?'],
    ['Can I use CL_HTTP_CLIENT on BTP?', 'btp_abap:latest Can I use CL_HTTP_CLIENT?'],
    ['Is TABL EKKO released in S/4HANA 2022 FPS1?', 's4_private:2022_1 Is TABL EKKO released?'],
    ['What replaces MARA in S/4HANA Cloud Private Edition 2022 FPS02?', 's4_private:2022_2 What replaces MARA?'],
    ['Is VBAK released on premise 2023_0?', 's4_onprem:2023_0 Is VBAK released?'],
    ['Is KONV usable in the public edition?', 's4_public:2408 Is KONV usable?'],
    // No target, two targets, a date, or a word that is not a target by itself.
    ['What replaces MARA?', '-'],
    ['What changed between 2308 and 2402?', '-'],
    ['Can we be done with VBAK by 2025?', '-'],
    ['Can a private method read VBAK?', '-'],
    ['VBAK', '-'],
  ]
  const isThere = ({ profile_id }: { profile_id: string }) => !profile_id.endsWith('public:latest')
  for (const [question, expected] of cases) {
    const found = targetIn(pack, question, isThere)
    assert.equal(found ? `${found.target.profile_id} ${found.rest.replace(' ?', '?')}` : '-', expected, question)
  }
  const { intent, names } = readQuery(pack, () => false, { q: cases[1]![0], rest: 'what replaces bseg?' })
  assert.deepEqual([intent.id, names], ['object.successor', ['bseg']])
})
