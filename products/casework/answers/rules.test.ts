// Which sentences are supported, and how questions and templates are processed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Citation } from '@veritrace/contract/casework/shapes'
import { namesInText, unsupported } from './check.ts'
import { fillTemplate } from './facts/template.ts'
import { openNumbering } from './number.ts'
import { aboutSubject, isFollowUp, questionKey } from './rules.ts'
import { sentencesIn, writeSentence } from './sentences.ts'

const RULES = { codes: ['A', 'B', 'C', 'D'], capitalsMarkNames: true }
const source = (quote: string, title = 'List') => ({ title, quote })
const VBAK = source('TABL VBAK: notToBeReleased; oneObject: CDS_STOB:I_SALESDOCUMENT; 12 uses')
const RULED = source(
  'TABL VBAK: C, level C (internal to SAP); not acceptable for SAP S/4HANA Cloud 2023 FPS3',
  'Ruling L08',
)

const sentences: [text: string, sources: (typeof VBAK)[], missing: string[]][] = [
  ['VBAK is notToBeReleased.', [VBAK], []],
  ['vbak has I_SALESDOCUMENT as its successor.', [VBAK], []],
  ['VBAK has I_SALESORDER as its successor.', [VBAK], ['I_SALESORDER']],
  ['Use CL_MADE_UP instead.', [VBAK], ['CL_MADE_UP']],
  ['12 objects use VBAK.', [VBAK], []],
  ['13 objects use VBAK.', [VBAK], ['13']],
  ['Three objects use VBAK.', [VBAK], ['Three']],
  ['Twelve objects use VBAK.', [VBAK], []],
  ['VBAK is level C for SAP S/4HANA Cloud 2023 FPS3.', [VBAK, RULED], []],
  ['VBAK is level A for SAP S/4HANA Cloud 2023 FPS3.', [VBAK, RULED], ['A']],
  ['VBAK is level C for SAP S/4HANA Cloud 2025.', [RULED], ['2025']],
  ['A table like VBAK is internal.', [VBAK], []],
  ['VBAK was replaced by the Fiori Launchpad.', [VBAK], ['Fiori', 'Launchpad']],
  ['The namespace /ACME/TOOL is free.', [VBAK], ['/ACME/TOOL']],
  ['It costs 1,5 days.', [source('costs 15 days')], ['1,5']],
  ['See `zcl_hidden`.', [VBAK], ['zcl_hidden']],
]
test('every name, number and rating in a sentence must appear in its citations', () => {
  for (const [text, sources, missing] of sentences) assert.deepEqual(unsupported(text, sources, RULES), missing, text)
})

test('capitalized nouns of other languages are not taken for names', () => {
  const german = { ...RULES, capitalsMarkNames: false }
  assert.deepEqual(unsupported('Die Tabelle VBAK hat einen Nachfolger.', [VBAK], german), [])
  assert.deepEqual(unsupported('Die Tabelle VBAP hat 3 Nachfolger.', [VBAK], german), ['VBAP', '3'])
})

test('names are recognized by capitals, digits, underscores and slashes', () => {
  const names = namesInText('Does z_foo_bar in /ACME/X2 use VBAK, or I_SALESDOCUMENT? It should not in 2024.')
  assert.deepEqual(names, ['z_foo_bar', '/ACME/X2', 'VBAK', 'I_SALESDOCUMENT'])
})

test('a text is split into sentences with their citations, and written back', () => {
  const text = 'TABL VBAK [1] is C.\n\nThe list says 2.5 of it. [1][2] Then it ends [3].'
  const cut = sentencesIn(text)
  assert.deepEqual(cut, [
    { text: 'TABL VBAK is C.', cites: [1] },
    { text: 'The list says 2.5 of it.', cites: [1, 2] },
    { text: 'Then it ends.', cites: [3] },
  ])
  assert.equal(
    cut.map(writeSentence).join(''),
    'TABL VBAK is C [1]. The list says 2.5 of it [1][2]. Then it ends [3]. ',
  )
})

test('a template line is left out if a fact is missing, and cites all its facts', () => {
  const values = {
    count: { text: 3, cites: [2] },
    name: { text: 'VBAK', cites: [1] },
    objects: [{ text: 'ZA and ZB.', cites: [3] }],
  }
  assert.deepEqual(fillTemplate('{count} use {name}.\n{objects}\n{other} is not there.\nNothing here.', values), [
    { text: '3 use VBAK.', cites: [2, 1] },
    { text: 'ZA and ZB.', cites: [3] },
    { text: 'Nothing here.', cites: [] },
  ])
})

test('citations are numbered in the order of use, up to the limit', () => {
  const sources = ['a', 'b', 'c'].map((quote, place) => ({ n: place + 1, quote }) as Citation)
  const given = [
    { text: 'One.', cites: [3] },
    { text: 'Two.', cites: [1, 2] },
    { text: 'Three.', cites: [3, 1] },
  ]
  const all = openNumbering(sources, 12)
  const added = given.map((one) => all.add(one)!)
  assert.deepEqual(
    added.map(({ sentence }) => sentence.cites),
    [[1], [2, 3], [1, 2]],
  )
  assert.deepEqual(
    added.flatMap(({ citations }) => citations.map(({ n, quote }) => `${n}${quote}`)),
    ['1c', '2a', '3b'],
  )
  assert.deepEqual(all.renumber([2, 3]), [3, 1])
  const some = openNumbering(sources, 2)
  assert.deepEqual(
    given.map((one) => some.add(one)?.sentence.text),
    ['One.', undefined, 'Three.'],
  )
})

const followUps: [string, string][] = [
  ['and its successor?', 'successor of VBAK'],
  ['Who uses it?', 'Who uses VBAK?'],
  ['what about its state?', 'state of VBAK'],
  ['And what replaces that?', 'what replaces VBAK?'],
  ['but where used', 'where used VBAK'],
]
test('a follow-up is about the last subject', () => {
  for (const [question, whole] of followUps) {
    assert.ok(isFollowUp(question), question)
    assert.equal(aboutSubject(question, 'VBAK'), whole)
  }
  for (const question of ['What is a wrapper?', 'How clean is our code?', 'VBAK'])
    assert.ok(!isFollowUp(question), question)
})

test('questions are compared without case, extra spaces and the final punctuation mark', () => {
  assert.equal(questionKey('  What  is VBAK ? '), questionKey('what is vbak'))
})
