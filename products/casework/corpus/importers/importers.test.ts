// Every format, with inline texts, and with the real files if they are present.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readBatches, type Tally } from './batches.ts'
import { importerFor } from './importers.ts'
import { type FactRecord, Unreadable } from './record.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

function read(importer: string, text: string | Uint8Array) {
  const facts: FactRecord[] = []
  const rejected: string[] = []
  const doubts: string[] = []
  const bytes = typeof text === 'string' ? utf8(text) : text
  for (const found of importerFor(importer)!.read([new TextDecoder().decode(bytes)])) {
    if ('fact' in found) facts.push(found.fact)
    if ('rejected' in found) rejected.push(`${found.rejected.row} ${found.rejected.pointer} ${found.rejected.reason}`)
    if ('doubt' in found) doubts.push(`${found.doubt.row} ${found.doubt.reason}`)
  }
  return { facts, rejected, doubts, brief: facts.map(brief) }
}
const brief = ({ type, key, state, successor_kind, successors }: FactRecord): string =>
  [type, key, state, successor_kind || '-', ...successors.map((to) => `${to.type}:${to.key}`)].join(' ')

function tallyOf(importer: string, bytes: Uint8Array, maxRows?: number): Tally {
  const parts = readBatches(importerFor(importer)!, bytes, maxRows)
  for (let part = parts.next(); ; part = parts.next()) if (part.done) return part.value
}
const unreadable = (why: RegExp) => (error: unknown) => error instanceof Unreadable && why.test(error.message)

const object = (type: string, key: string, more: object = {}) => ({
  tadirObject: type,
  tadirObjName: key,
  objectType: type,
  objectKey: key,
  softwareComponent: 'CORE',
  applicationComponent: 'SD-X',
  ...more,
})
const json = (array: string, elements: unknown[], version = '1'): string =>
  JSON.stringify({ formatVersion: version, [array]: elements }, null, 1)

test('a JSON release list gives states, successor kinds and distinct successors', () => {
  const { brief, facts } = read(
    'cloudification-json',
    json('objectReleaseInfo', [
      object('TABL', 'ZA', { state: 'released', successorClassification: '' }),
      object('FUNC', 'ZB', {
        tadirObject: 'FUGR',
        tadirObjName: 'ZG',
        state: 'notToBeReleased',
        successorClassification: 'multipleObjects',
        successors: [object('CLAS', 'ZC'), object('CLAS', 'ZC'), object('INTF', 'ZD')],
      }),
      object('TABL', 'ZE', { state: 'deprecated' }),
      object('TABL', 'ZF', {
        state: 'notToBeReleased',
        successorClassification: 'concept',
        successorConceptName: 'Mail',
      }),
    ]),
  )
  assert.deepEqual(brief, [
    'TABL ZA released -',
    'FUNC ZB notToBeReleased multipleObjects CLAS:ZC INTF:ZD',
    'TABL ZE deprecated none',
    'TABL ZF notToBeReleased concept',
  ])
  assert.deepEqual(
    [facts[1]!.container_type, facts[1]!.container_name, facts[1]!.pointer],
    ['FUGR', 'ZG', '/objectReleaseInfo/1'],
  )
  assert.equal(facts[3]!.concept, 'Mail')
})

test('a classification list is read in both versions, and may be empty', () => {
  const labelled = object('CLAS', 'ZA', { state: 'classicAPI', labels: ['remote-enabled'] })
  const { brief, facts } = read(
    'classification-json',
    json('objectClassifications', [labelled, object('FUNC', 'ZB', { state: 'noAPI' })], '2'),
  )
  assert.deepEqual(brief, ['CLAS ZA classicAPI -', 'FUNC ZB noAPI none'])
  assert.deepEqual(facts[0]!.labels, ['remote-enabled'])
  const older = json('objectClassifications', [
    object('FUNC', 'ZB', { state: 'noClassicAPI', successors: [object('CLAS', 'ZC')] }),
  ])
  assert.deepEqual(read('classification-json', older).brief, ['FUNC ZB noAPI oneObject CLAS:ZC'])
  assert.deepEqual(read('partner-json', '{"formatVersion":"2"}'), { facts: [], rejected: [], doubts: [], brief: [] })
})

test('an unknown state is stored as written and flagged', () => {
  const text = json('objectReleaseInfo', [object('TABL', 'ZA', { state: 'prohibitedSoon' })])
  assert.deepEqual(read('cloudification-json', text).facts[0]!.attributes, { unrecognised_state: true })
  const { facts, doubts, rejected } = tallyOf('cloudification-json', utf8(text))
  assert.deepEqual([facts, doubts, rejected], [1, 1, 0])
})

const SEMICOLON =
  'tadir_object;tadir_obj_name;object_type;object_key;software_component;application_component;state;successor_classification;successor_concept_name;tadir_object;tadir_obj_name;object_type;object_key;api_catalog'
const COMMA =
  'API Typ,tadir_object,tadir_obj_name,object_type,object_key,software_component,application_component,state,successor_classification,successor_concept_name,successor_tadir_object,successor_tadir_obj_name,successor_object_type,successor_object_name'

test('both CSV dialects give the same facts: rows of one object merge, and a repeated successor counts once', () => {
  const rows = [
    ['TABL', 'ZA', 'TABL', 'ZA', 'CORE', 'SD-X', 'NOT_TO_BE_RELEASED', 'N', '', 'CLAS', 'ZC', 'CLAS', 'ZC'],
    ['TABL', 'ZB', 'TABL', 'ZB', 'CORE', 'SD-X', 'NOT_TO_BE_RELEASED_STABLE', '', ''],
    ['TABL', 'ZA', 'TABL', 'ZA', 'CORE', 'SD-X', 'NOT_TO_BE_RELEASED', 'N', '', 'INTF', 'ZD', 'INTF', 'ZD'],
    ['TABL', 'ZA', 'TABL', 'ZA', 'CORE', 'SD-X', 'NOT_TO_BE_RELEASED', 'N', '', 'INTF', 'ZD', 'INTF', 'ZD'],
    ['FUNC', 'ZE', 'FUNC', 'ZE', 'CORE', 'SD-X', 'DEPRECATED', '0', ''],
    ['FUNC', 'ZF', 'FUNC', 'ZF', 'CORE', 'SD-X', 'DEPRECATED', 'X', 'Mail'],
  ]
  const semicolon = [SEMICOLON, ...rows.map((row) => row.join(';'))].join('\n')
  const comma = [COMMA, ...rows.map((row) => ['TIER1', ...row].join(','))].join('\r\n')
  const expected = [
    'TABL ZB notToBeReleasedStable -',
    'FUNC ZE deprecated none',
    'FUNC ZF deprecated concept',
    'TABL ZA notToBeReleased multipleObjects CLAS:ZC INTF:ZD',
  ]
  assert.deepEqual(read('cloudification-csv', semicolon).brief, expected)
  assert.deepEqual(read('cloudification-csv', `\ufeff${comma}\r\n`).brief, expected)
  for (const mixed of [semicolon.replaceAll(';', ','), comma.replaceAll(',', ';')])
    assert.deepEqual(read('cloudification-csv', mixed).brief, expected)
  assert.deepEqual(read('cloudification-csv', semicolon).doubts, ['5 it repeats an earlier row'])
  assert.deepEqual(read('cloudification-csv', semicolon).facts.at(-1)!.pointer, '/rows/2')
})

test('an object in two catalogs is one fact with both', () => {
  const row = (catalog: string) =>
    ['INTF', 'ZA', 'INTF', 'ZA', 'C', 'X', 'RELEASED', '', '', '', '', '', '', catalog].join(';')
  const { facts, doubts } = read('cloudification-csv', [SEMICOLON, row('ONE'), row('TWO')].join('\n'))
  assert.deepEqual([facts.length, facts[0]!.attributes, doubts], [1, { api_catalogs: ['ONE', 'TWO'] }, []])
})

test('our own format supports all fields', () => {
  const fact = {
    type: 'vendor',
    key: 'Acme',
    state: 'listed',
    labels: ['eu'],
    attributes: { since: 2020 },
    successors: [{ type: 'vendor', key: 'Beta' }],
  }
  const { brief, facts } = read('facts-json', JSON.stringify({ facts: [fact] }))
  assert.deepEqual([brief, facts[0]!.attributes], [['vendor Acme listed - vendor:Beta'], { since: 2020 }])
})

test('invalid rows are rejected with row, pointer and reason; formulas stay text', () => {
  const { rejected, brief } = read(
    'cloudification-json',
    json('objectReleaseInfo', [
      object('TABL', '', { state: 'released' }),
      'nothing',
      object('TABL', 'Z'.repeat(301), { state: 'released' }),
      object('TABL', 'Z\u0000', { state: 'released' }),
      object('TABL', '=HYPERLINK("x")', { state: 'released' }),
      object('TABL', 'ZA', { state: 'deprecated', successors: [{}] }),
    ]),
  )
  assert.deepEqual(rejected, [
    '1 /objectReleaseInfo/0 key is missing',
    '2 /objectReleaseInfo/1 it is not an object',
    '3 /objectReleaseInfo/2 key is longer than 300 characters',
    '4 /objectReleaseInfo/3 it contains a NUL character',
    '6 /objectReleaseInfo/5 a successor has no type or no name',
  ])
  assert.deepEqual(brief, ['TABL =HYPERLINK("x") released -'])
  const csv = [
    SEMICOLON,
    'TABL;ZA',
    'TABL;ZA;TABL;ZA;C;X;RELEASED;7;',
    `${'x;'.repeat(20)}`,
    '',
    'TABL;ZB;TABL;ZB;C;X;RELEASED',
  ].join('\n')
  const found = read('cloudification-csv', csv)
  assert.deepEqual(found.rejected, [
    '2 /rows/2 it has 2 columns and needs at least 7',
    '3 /rows/3 “7” is not a kind of successor',
    '4 /rows/4 it has more columns than the first line',
  ])
  assert.deepEqual(found.brief, ['TABL ZB released -'])
})

test('property names of Object.prototype are ordinary states and kinds', () => {
  const states = ['constructor', 'toString', '__proto__']
  const text = json(
    'objectClassifications',
    states.map((state, at) => object('TABL', `Z${at}`, { state })),
  )
  assert.deepEqual(
    read('classification-json', text).facts.map(({ state }) => state),
    states,
  )
  assert.deepEqual(Object.entries(tallyOf('classification-json', utf8(text)).states), [
    ['constructor', 1],
    ['toString', 1],
    ['__proto__', 1],
  ])
  const csv = [SEMICOLON, ...states.map((kind) => `TABL;ZA;TABL;ZA;C;X;RELEASED;${kind};`)].join('\n')
  assert.deepEqual(
    read('cloudification-csv', csv).rejected,
    states.map((kind, at) => `${at + 2} /rows/${at + 2} “${kind}” is not a kind of successor`),
  )
})

test('an object that a list names twice counts once, and the second row is rejected', () => {
  const text = json('objectReleaseInfo', [
    object('TABL', 'ZA', { state: 'released' }),
    object('TABL', 'ZA', { state: 'deprecated' }),
  ])
  const { facts, rejected, sample } = tallyOf('cloudification-json', utf8(text))
  assert.deepEqual(
    [facts, rejected, sample],
    [1, 1, [{ row: 2, pointer: '/objectReleaseInfo/1', reason: 'it repeats the object of /objectReleaseInfo/0' }]],
  )
})

test('an unreadable file is rejected with the reason', () => {
  const whole = json('objectReleaseInfo', [
    object('TABL', 'ZA', { state: 'released' }),
    object('TABL', 'ZB', { state: 'released' }),
  ])
  const utf16 = new Uint8Array(Buffer.from(whole, 'utf16le'))
  const latin1 = new Uint8Array(Buffer.from(whole.replace('ZA', 'ZÄ'), 'latin1'))
  const cases: [string, Uint8Array, RegExp][] = [
    ['cloudification-json', utf8(whole.slice(0, -20)), /cut off/],
    ['cloudification-json', utf8(whole.slice(0, whole.indexOf('ZB'))), /cut off/],
    ['cloudification-json', utf8(''), /not a JSON object/],
    ['cloudification-json', utf8('[1]'), /not a JSON object/],
    ['cloudification-json', utf8('{"other":[1]}'), /no “objectReleaseInfo”/],
    ['cloudification-json', utf8(json('objectClassifications', [{}], '2')), /“objectClassifications” and no/],
    ['cloudification-json', utf8(whole.replace('"ZB"', 'ZB')), /not valid at character/],
    ['cloudification-json', utf8(`${whole} x`), /more text after/],
    ['cloudification-json', utf16, /UTF-16/],
    ['cloudification-json', new Uint8Array(Buffer.concat([Buffer.from([0xff, 0xfe]), utf16])), /UTF-16/],
    ['cloudification-json', latin1, /Latin-1/],
    ['cloudification-csv', utf8(SEMICOLON.replaceAll(';', '\t')), /separated by tabs/],
    ['cloudification-csv', utf8('a;b;c'), /does not have the expected columns/],
    ['cloudification-csv', utf8(SEMICOLON.replace(';object_key', ';object_type')), /Column 4 is “object_type” again/],
    ['cloudification-csv', utf8(`${SEMICOLON}\nTABL;"Z${'A'.repeat(200_000)}`), /never closed|longer than/],
    ['cloudification-csv', utf8(`${SEMICOLON}\nTABL;"ZA`), /never closed/],
  ]
  for (const [importer, bytes, why] of cases)
    assert.throws(() => tallyOf(importer, bytes), unreadable(why), String(why))
})

test('a list with too many rows is rejected', () => {
  const rows = Array.from({ length: 50 }, (_, i) => `TABL;Z${i};TABL;Z${i};C;X;RELEASED`)
  const bytes = utf8([SEMICOLON, ...rows].join('\n'))
  assert.equal(tallyOf('cloudification-csv', bytes, 50).facts, 50)
  assert.throws(() => tallyOf('cloudification-csv', bytes, 49), unreadable(/more than 49 rows/))
})

test('text split into pieces of any size gives the same facts', () => {
  const text = json('objectReleaseInfo', [
    object('TABL', 'Z"\\A', { state: 'released', successors: [] }),
    object('TABL', 'ZB{[', { state: 'deprecated', successors: [object('CLAS', 'ZC')] }),
  ])
  const all = [...importerFor('cloudification-json')!.read([text])]
  for (const size of [1, 2, 7, 100]) {
    const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g'))!
    assert.deepEqual([...importerFor('cloudification-json')!.read(pieces)], all)
  }
})

const DATA = new URL('../../../../../shared/data/cloudification/', import.meta.url)
const real = { skip: existsSync(DATA) ? false : 'the real lists are not here' }
const tallyOfFile = (importer: string, file: string): Tally => tallyOf(importer, readFileSync(new URL(file, DATA)))

test('the real release list PCE2022_1 has 14,517 objects and 885 successors, 29 of them for one object', real, () => {
  const { facts, rejected } = read(
    'cloudification-json',
    readFileSync(new URL('objectReleaseInfo_PCE2022_1.json', DATA)),
  )
  const states: Record<string, number> = {}
  for (const { state } of facts) states[state] = (states[state] ?? 0) + 1
  assert.deepEqual(states, { released: 13_354, deprecated: 274, notToBeReleased: 620, notToBeReleasedStable: 269 })
  const successors = facts.map((fact) => fact.successors.length)
  const total = successors.reduce((sum, count) => sum + count, 0)
  assert.deepEqual([facts.length, rejected.length, total, Math.max(...successors)], [14_517, 0, 885, 29])
})

test('the real classic list has 8,588 objects, and the real CSV of 2408 20,224 in 20,476 rows', real, () => {
  const classic = tallyOfFile('classification-json', 'objectClassifications_SAP.json')
  assert.deepEqual([classic.facts, classic.edges, classic.states], [8588, 237, { classicAPI: 8117, noAPI: 471 }])
  const release = tallyOfFile('cloudification-csv', 'archive/objectReleaseInfo_2408.csv')
  // 932 rows name a successor, and 2 of them are identical: TABL T011 with I_FINANCIALSTATEMENTHIER. The facts have 931
  // successors, so a count of the rows in the file finds 1 more.
  assert.deepEqual(
    [release.rows, release.facts, release.edges, release.repeated, release.doubts],
    [20_476, 20_224, 931, 1, 1],
  )
  assert.equal(tallyOfFile('partner-json', 'partner/objectClassifications_NAMESPACE.json').facts, 0)
})
