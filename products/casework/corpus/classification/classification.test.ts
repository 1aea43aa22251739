// A workspace's own classification: it survives a round trip in every format and affects ratings.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { corpus } from '@veritrace/contract/casework/corpus'
import { resolve } from '@veritrace/contract/casework/resolve'
import fc from 'fast-check'
import { evidenceTenant } from '../../evidence/testing.ts'
import { type CaseworkApp, caseworkApp } from '../../testing.ts'
import { classificationJson } from '../importers/classification-json.ts'
import type { FactRecord } from '../importers/record.ts'
import { type Classified, writeClassification } from './write-classification.ts'

let app: CaseworkApp
before(async () => {
  app = await caseworkApp()
})

const name = fc.stringMatching(/^(?:\/[A-Z]{3}\/)?[A-Z][A-Z0-9_]{1,28}$/)
const type = fc.constantFrom('TABL', 'FUNC', 'CLAS', 'DTEL', 'CDS_STOB')
const identity = fc.record({ type, key: name })
const object: fc.Arbitrary<Classified> = fc.record({
  ...{ type, key: name, container_type: fc.constantFrom('FUGR', 'DDLS', 'TABL'), container_name: name },
  ...{ software_component: name, component: fc.constantFrom('SD-SLS', 'BC', '') },
  state: fc.constantFrom('NOC', 'BF0', 'FWK', 'classicAPI', 'noAPI'),
  labels: fc.uniqueArray(fc.constantFrom('remote-enabled', 'transactional-consistent')),
  successors: fc.uniqueArray(identity, { maxLength: 3, selector: ({ type, key }) => `${type}:${key}` }),
})
const RATINGS = [
  { code: 'BF0', title: 'Business function', criticality: 'W', score: '5' },
  { code: 'FWK', title: 'Framework', criticality: 'I', score: '1' },
]

function read(text: string, size: number): FactRecord[] {
  const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []
  return [...classificationJson.read(pieces)].map((found) => {
    assert.ok('fact' in found, JSON.stringify(found))
    return found.fact
  })
}
const plain = ({
  type,
  key,
  container_type,
  container_name,
  software_component,
  component,
  state,
  labels,
  successors,
}: Classified) => ({
  ...{ type, key, container_type, container_name, software_component, component, state },
  ...{ labels: [...labels], successors: successors.map(({ type, key }) => ({ type, key })) },
})

test('a written classification reads back unchanged, however the text is split', () =>
  fc.assert(
    fc.property(
      fc.uniqueArray(object, { selector: ({ type, key }) => `${type}:${key}` }),
      fc.constantFrom('kernseife' as const, 'cloudification' as const),
      fc.integer({ min: 1, max: 5_000 }),
      (objects, format, size) => {
        const written = JSON.stringify(writeClassification(format, { ratings: RATINGS, objects }))
        const facts = read(written, size)
        assert.deepEqual(facts.map(plain), objects.map(plain))
        if (format === 'kernseife')
          for (const { state, attributes } of facts)
            if (state === 'BF0')
              assert.deepEqual(attributes, { title: 'Business function', criticality: 'W', score: '5' })
      },
    ),
    { numRuns: 150 },
  ))

test('the tables of Kernseife, sent as an array, give the same facts', () =>
  fc.assert(
    fc.property(fc.uniqueArray(object, { minLength: 1, selector: ({ type, key }) => `${type}:${key}` }), (objects) => {
      const asTables = objects.map((one) => ({
        ...{ tadirObjectType: one.container_type, tadirObjectName: one.container_name },
        ...{ objectType: one.type, objectName: one.key, subType: '', comment: '', adoptionEffort: null },
        ...{ softwareComponent: one.software_component, applicationComponent: one.component, rating: one.state },
        ...{ numberOfSimplificationNotes: 0, labels: one.labels, noteList: [], successorClassification: 'STANDARD' },
        successorList: one.successors.map(({ type, key }) => ({
          ...{ tadirObjectType: type, tadirObjectName: key, objectType: type, objectName: key },
        })),
      }))
      assert.deepEqual(read(JSON.stringify(asTables), 700).map(plain), objects.map(plain))
    }),
    { numRuns: 60 },
  ))

test('an uploaded classification affects ratings in its workspace, and can be downloaded again', async () => {
  const tenant = await evidenceTenant(app)
  const headers = tenant.at()
  const { id } = await tenant.projects().create({ body: { name: 'ERP' }, headers })
  const objects = [
    { ...EMPTY, type: 'FUNC', key: 'OWN_BAD', state: 'BAD' },
    { ...EMPTY, type: 'FUNC', key: 'OWN_FINE', state: 'FWK' },
  ]
  const ratings = [...RATINGS, { code: 'BAD', title: 'Never', criticality: 'E', score: '10' }]
  const file = JSON.stringify(writeClassification('kernseife', { ratings, objects }))
  const item = await tenant.read(id, 'kernseife_export.json', file)
  assert.ok(item.entry_id, JSON.stringify(item))
  const resolving = app.client(resolve, tenant.tenant, 'member')
  const levelOf = async (q: string) => (await resolving.one({ query: { q } as never, headers })).rating
  const bad = await levelOf('FUNC:OWN_BAD')
  assert.deepEqual([bad!.code, bad!.rule.id], ['D', 'L06-own-error'])
  assert.equal((await levelOf('FUNC:OWN_FINE'))!.code, 'B')
  const api = app.client(corpus, tenant.tenant, 'viewer')
  const back = await api.classification({ query: { format: 'kernseife' }, headers })
  assert.deepEqual(
    back.objectClassifications.map(({ objectKey, state }) => [objectKey, state]),
    [
      ['OWN_BAD', 'BAD'],
      ['OWN_FINE', 'FWK'],
    ],
  )
  assert.deepEqual(
    back.ratings!.map(({ code, criticality }) => `${code} ${criticality}`),
    ['BAD E', 'FWK I'],
  )
  const stranger = await evidenceTenant(app)
  const other = app.client(corpus, stranger.tenant, 'viewer')
  assert.deepEqual(
    (await other.classification({ query: { format: 'kernseife' }, headers: stranger.at() })).objectClassifications,
    [],
  )
})

const EMPTY: Omit<Classified, 'type' | 'key' | 'state'> = {
  ...{ container_type: '', container_name: '', software_component: '', component: '', labels: [], successors: [] },
}
