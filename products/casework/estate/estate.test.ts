// Estates: merging files, and selecting objects.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuMs } from '@veritrace/platform/testing/cpu'
import { shortForm } from '../model/artifacts.ts'
import { type EstateFile, mergeEstate } from './merge-estate.ts'
import { fitsGlob, selectObjects } from './select-objects.ts'
import type { ParsedObject } from './tables.ts'

const object = (name: string, more: Partial<ParsedObject> = {}): ParsedObject => ({
  type: 'PROG',
  name,
  package: '',
  owner: '',
  component: '',
  lines: 0,
  parsed_ratio: 1,
  dynamic_calls: 0,
  has_dependencies: false,
  has_atc: false,
  executions: null,
  last_used: null,
  findings: [0, 0, 0, 0],
  technologies: [],
  members: [],
  file: '',
  ...more,
})
/** `uses`: from, to, access, sites. */
const file = (
  id: string,
  kind: string,
  objects: ParsedObject[],
  references: string[] = [],
  uses: number[][] = [],
  more: Partial<EstateFile> = {},
): EstateFile => ({
  id,
  kind,
  usage_types: [],
  usage_days: 0,
  object_set_complete: null,
  objects,
  references: references.map((form) => ({ type: form.split(':')[0]!, name: form.split(':')[1]! })),
  uses: {
    from: Int32Array.from(uses, ([from]) => from!),
    to: Int32Array.from(uses, ([, to]) => to!),
    access: Uint8Array.from(uses, ([, , access]) => access!),
    sites: Int32Array.from(uses, ([, , , sites]) => sites!),
    basis: Uint8Array.from(uses, ([, , , , basis = 0]) => basis),
  },
  ...more,
})
const HEAD = { project_id: 'prj_1', revision: 1, system: 'PRD', former_systems: [] }
const usesOf = ({ objects, references, uses }: ReturnType<typeof mergeEstate>) =>
  [...uses.from].map(
    (from, at) => `${objects[from]!.name} ${uses.access[at]} ${references[uses.to[at]!]!.name} ${uses.sites[at]}`,
  )

test('the information of all files on an object is merged', () => {
  const source = object('ZA', { has_dependencies: true, lines: 10, parsed_ratio: 0.5, package: 'ZP' })
  const atc = object('ZA', { has_atc: true, findings: [1, 0, 0, 0], owner: 'person-1' })
  const usage = object('ZA', { executions: 7, last_used: '2026-01-01' })
  const { objects, usage_window_days, atc_object_set_complete } = mergeEstate(HEAD, [
    file('1', 'abapgit_zip', [source, object('ZB', { has_dependencies: true })]),
    file('2', 'atc_worklist_xml', [atc], [], [], { object_set_complete: true }),
    file('3', 'susg_zip', [usage], [], [], { usage_types: ['PROG'], usage_days: 200 }),
  ])
  const [a, b] = objects
  assert.deepEqual([a!.package, a!.owner, a!.lines, a!.parsed_ratio, a!.executions], ['ZP', 'person-1', 10, 0.5, 7])
  assert.deepEqual([a!.has_atc, a!.has_dependencies, a!.findings], [true, true, [1, 0, 0, 0]])
  // Usage data covers programs but does not name this one.
  assert.deepEqual([b!.executions, b!.has_atc], [0, false])
  assert.deepEqual([usage_window_days, atc_object_set_complete], [200, true])
})

test('the newest file of a kind replaces older ones for an object, and other kinds add to it', () => {
  const read = (name: string) => object(name, { has_dependencies: true })
  const estate = mergeEstate(HEAD, [
    file(
      '1',
      'abapgit_zip',
      [read('ZA'), read('ZB')],
      ['TABL:OLD', 'TABL:KEPT'],
      [
        [0, 0, 0, 1],
        [1, 1, 0, 1],
      ],
    ),
    file('2', 'abapgit_zip', [read('ZA')], ['TABL:NEW'], [[0, 0, 0, 3]]),
    file('3', 'dependency_csv', [read('ZA')], ['FUNC:ADDED'], [[0, 0, 2, 1]]),
  ])
  assert.deepEqual(usesOf(estate).sort(), ['ZA 0 NEW 3', 'ZA 2 ADDED 1', 'ZB 0 KEPT 1'])
})

test('a newer check without findings for an object replaces the findings of the older one', () => {
  const found = object('ZA', { has_atc: true, has_dependencies: true, findings: [0, 1, 0, 0] })
  const other = object('ZB', { has_atc: true, has_dependencies: true, findings: [0, 1, 0, 0] })
  const uses = [
    [0, 0, 0, 1],
    [1, 0, 0, 1],
  ]
  const estate = mergeEstate(HEAD, [
    file('evi_1', 'atc_worklist_xml', [found, other], ['TABL:VBAK'], uses),
    file('evi_2', 'atc_worklist_xml', [object('ZA', { has_atc: true })]),
  ])
  assert.deepEqual(usesOf(estate), ['ZB 0 VBAK 1'])
  assert.deepEqual(estate.objects[0]!.findings, [0, 0, 0, 0])
})

test('an unspecific use is dropped if another use states the access', () => {
  const estate = mergeEstate(HEAD, [
    file('1', 'abapgit_zip', [object('ZA', { has_dependencies: true })], ['TABL:VBAK'], [[0, 0, 0, 2]]),
    file(
      '2',
      'atc_worklist_xml',
      [object('ZA', { has_atc: true })],
      ['TABL:VBAK', 'TABL:VBAP'],
      [
        [0, 0, 7, 1],
        [0, 1, 7, 1],
      ],
    ),
  ])
  assert.deepEqual(usesOf(estate), ['ZA 0 VBAK 2', 'ZA 7 VBAP 1'])
})

test('a reference to an own object is a call, also by the name of one of its members', () => {
  const group = object('ZG', { type: 'FUGR', has_dependencies: true, members: ['FUNC:Z_DO'] })
  const checked = object('Z_DO', { type: 'FUNC', has_atc: true, findings: [0, 2, 0, 0] })
  const estate = mergeEstate(HEAD, [
    file(
      '1',
      'abapgit_zip',
      [object('ZA', { has_dependencies: true }), group],
      ['FUNC:Z_DO', 'TABL:ZG', 'FUNC:BAPI_X'],
      [
        [0, 0, 2, 1],
        [0, 2, 2, 1],
        [1, 1, 0, 1],
      ],
    ),
    file('2', 'atc_worklist_xml', [checked]),
  ])
  assert.deepEqual(estate.objects.map(shortForm), ['FUGR:ZG', 'PROG:ZA'])
  assert.deepEqual(estate.objects[0]!.findings, [0, 2, 0, 0])
  assert.deepEqual([[...estate.calls.from], [...estate.calls.to]], [[1], [0]])
  assert.deepEqual(usesOf(estate), ['ZA 2 BAPI_X 1'])
})

test('100,000 dependencies of 10,000 objects are merged quickly', async () => {
  const count = 10_000
  const objects = Array.from({ length: count }, (_, at) => object(`Z${at}`, { has_dependencies: true }))
  const references = Array.from({ length: 5000 }, (_, at) => `TABL:T${at}`)
  const uses = Array.from({ length: count * 10 }, (_, at) => [
    at % count,
    (at * 7 + Math.floor(at / count) * 13) % 5000,
    at % 4,
    1,
  ])
  const files = [file('1', 'abapgit_zip', objects, references, uses)]
  let merged = 0
  const ms = await cpuMs(() => {
    merged = mergeEstate(HEAD, files).uses.from.length
  })
  assert.equal(merged, 100_000)
  assert.ok(ms < 1500, `${ms} ms`)
})

const SELECTED = mergeEstate(HEAD, [
  file('1', 'object_list_csv', [
    object('ZSD_A', { package: 'ZSD', component: 'SD-SLS', owner: 'ann', executions: 3 }),
    object('ZSD_B', { package: 'ZSD_SUB', component: 'SD', owner: 'bob', executions: 0 }),
    object('ZMM_C', { type: 'CLAS', package: 'ZMM', component: 'MM' }),
  ]),
])
const CASES: readonly [string, Parameters<typeof selectObjects>[1], string[]][] = [
  ['an empty selector', {}, ['ZMM_C', 'ZSD_A', 'ZSD_B']],
  ['names with stars', { name_globs: ['zsd_*'] }, ['ZSD_A', 'ZSD_B']],
  ['packages', { packages: ['ZSD'] }, ['ZSD_A']],
  ['packages with stars', { packages: ['ZSD*'] }, ['ZSD_A', 'ZSD_B']],
  ['types', { types: ['clas'] }, ['ZMM_C']],
  ['a component and its subcomponents', { components: ['SD'] }, ['ZSD_A', 'ZSD_B']],
  ['a component alone', { components: ['SD-SLS'] }, ['ZSD_A']],
  ['owners', { owners: ['bob'] }, ['ZSD_B']],
  ['used', { used: true }, ['ZSD_A']],
  ['not used, if known', { used: false }, ['ZSD_B']],
  ['all conditions together', { packages: ['ZSD*'], used: true }, ['ZSD_A']],
  ['codes', { codes: ['D'] }, ['ZSD_B']],
]
for (const [name, selector, expected] of CASES)
  test(`objects are selected by ${name}`, () => {
    const chosen = selectObjects(SELECTED, selector, ['A', 'B', 'D'])
    assert.deepEqual(
      chosen.map((place) => SELECTED.objects[place]!.name),
      expected,
    )
  })

test('a glob with many stars is matched quickly', () => {
  assert.equal(fitsGlob('*A'.repeat(200), 'B'.repeat(5000)), false)
  assert.deepEqual([fitsGlob('Z?_*', 'ZA_X'), fitsGlob('Z?_*', 'ZAB'), fitsGlob('*', '')], [true, false, true])
})
