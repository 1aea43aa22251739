import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NewStatement } from '@veritrace/contract/graph/statements'
import { catalogStatements } from './catalog-statements.ts'
import { decisionStatements } from './decision-statements.ts'
import { packText } from './pack-texts.ts'
import { contextIri, entryContext, placeOfSpace, spaceOfPlace, stateOf } from './rules.ts'
import { digestOfIds, statementId } from './statement-id.ts'
import { vocabularyOf } from './vocabulary.ts'

const pack = {
  ref: { id: 'clean-core', version: '1.0.0', digest: '' },
  naming: { pack: 'clean-core', iriBase: 'urn:sap:obj:', kind: 'sap_object' },
  importers: {},
  relations: [{ id: 'has_successor', label: 'is followed by', predicate: 'urn:casework:clean-core#hasSuccessor' }],
}
const HOME = { tenant: 't', system: 'PRD' }
const plain = (statements: Iterable<NewStatement>): string[] =>
  [...statements].map(({ subject, predicate, object, objectType }) => {
    const short = (iri: string) => iri.replace('urn:casework:clean-core#', 'cc:').replace('urn:casework:core#', 'cw:')
    return `${short(subject)} ${short(predicate)} ${objectType === 'iri' ? short(object) : JSON.stringify(object)}`
  })

test('a record of a list becomes the artifact, the fact with its source, and the successors', () => {
  const entry = {
    id: 'ent_1',
    list_id: 'pce-2023-3',
    content_hash: 'sha256:0',
    as_of: new Date('2025-02-24T00:00:00Z'),
    extractor: 'cloudification-csv@1',
  }
  const fact = {
    ...{ type: 'TABL', key: '/A/B', role: 'release', state: 'notToBeReleased', successor_kind: 'multipleObjects' },
    ...{ concept: '', labels: [], software_component: 'S4CORE', component: 'SD-SLS', pointer: '/rows/7' },
    successors: ['I_ONE', 'I_TWO', 'I_ONE'].map((name) => ({ type: 'CDS_STOB', name })),
  }
  const statements = [...catalogStatements(pack, vocabularyOf(pack), entry, fact)]
  const type = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'
  assert.deepEqual(plain(statements), [
    `urn:sap:obj:TABL:%2FA%2FB ${type} cc:SapObject`,
    'urn:sap:obj:TABL:%2FA%2FB cc:objectType "TABL"',
    'urn:sap:obj:TABL:%2FA%2FB cc:objectKey "/A/B"',
    'urn:sap:obj:TABL:%2FA%2FB cc:inComponent urn:sap:comp:SD-SLS',
    'urn:sap:obj:TABL:%2FA%2FB cc:softwareComponent "S4CORE"',
    `urn:sap:fact:pce-2023-3:TABL:%2FA%2FB ${type} cc:ReleaseFact`,
    'urn:sap:fact:pce-2023-3:TABL:%2FA%2FB cc:about urn:sap:obj:TABL:%2FA%2FB',
    'urn:sap:fact:pce-2023-3:TABL:%2FA%2FB cc:release urn:sap:release:pce-2023-3',
    'urn:sap:fact:pce-2023-3:TABL:%2FA%2FB cc:state "notToBeReleased"',
    'urn:sap:fact:pce-2023-3:TABL:%2FA%2FB cc:successorKind "multipleObjects"',
    'urn:sap:fact:pce-2023-3:TABL:%2FA%2FB http://www.w3.org/ns/prov#wasDerivedFrom urn:cw:entry:ent_1',
    'urn:sap:fact:pce-2023-3:TABL:%2FA%2FB cw:recordPointer "/rows/7"',
    'urn:sap:obj:TABL:%2FA%2FB cc:hasSuccessor urn:sap:obj:CDS_STOB:I_ONE',
    'urn:sap:obj:TABL:%2FA%2FB cc:hasSuccessor urn:sap:obj:CDS_STOB:I_TWO',
  ])
  const metadata = { confidence: 1, source: 'ent_1', hash: 'sha256:0', pointer: '/rows/7' }
  const more = { extractor: 'cloudification-csv@1', as_of: '2025-02-24', asserted_by: 'import' }
  for (const statement of statements) assert.deepEqual(statement.metadata, { ...metadata, ...more })
})

test('a decision has a higher confidence once a second person has reviewed it', () => {
  const decision = {
    ...{ id: 'dec_1', tenant_id: 't', workspace_id: 'w', pack_id: 'clean-core', kind: 'exemption' as const },
    ...{ type: 'TABL', key: 'VBAK', project_id: null, case_id: 'case_1', value: { level: 'B', why: { deep: 1 } } },
    ...{ rationale: 'Until the interface is there.', reviewed: false, by_id: 'u', by_name: 'Ada', revoked_at: null },
    ...{ at: new Date('2026-11-15T12:00:00Z'), expires_at: new Date('2027-01-01T00:00:00Z') },
  }
  const statements = [...decisionStatements(pack, decision, HOME)]
  assert.ok(plain(statements).includes('urn:tenant:t:decision:dec_1 cw:about urn:sap:obj:TABL:VBAK'))
  assert.ok(plain(statements).includes('urn:tenant:t:decision:dec_1 cw:level "B"'))
  assert.ok(plain(statements).includes('urn:tenant:t:decision:dec_1 cw:expires "2027-01-01T00:00:00.000Z"'))
  assert.equal(statements[0]!.metadata?.confidence, 0.9)
  assert.equal([...decisionStatements(pack, { ...decision, reviewed: true }, HOME)][0]!.metadata?.confidence, 1)
})

test('ids depend on the content and the context of a statement, and the digest of a set ignores order', () => {
  const statement = { subject: 'urn:a', predicate: 'urn:b', object: 'é"\\\n\u0001', objectType: 'literal' as const }
  const context = 'urn:tenant:t:ws:w:graph:g'
  const ids = [
    statementId(context, statement),
    statementId(context, { ...statement, language: 'EN' }),
    statementId(context, { ...statement, datatype: 'urn:type' }),
    statementId(context, { ...statement, object: 'urn:c', objectType: 'iri' }),
    statementId(`${context}2`, statement),
  ]
  assert.equal(new Set(ids).size, ids.length)
  for (const id of ids) assert.match(id, /^[a-z2-7]{32}$/)
  const string = 'http://www.w3.org/2001/XMLSchema#string'
  assert.equal(statementId(context, { ...statement, datatype: string }), ids[0])
  assert.equal(digestOfIds(ids), digestOfIds(ids.toReversed()))
  assert.notEqual(digestOfIds(ids), digestOfIds(ids.slice(1)))
})

test('an ontology becomes an update with its prefixes and unchanged triples', () => {
  const ontology = '@prefix a: <urn:a#> .\n# Why.\na:B a a:C ; a:d "x."@en .\n'
  assert.deepEqual(packText({ ontology }), {
    prefixes: 'PREFIX a: <urn:a#> ',
    triples: '# Why.\na:B a a:C ; a:d "x."@en .\n',
  })
  assert.equal(packText({ ontology: '' }), undefined)
})

test('lists and documents have separate graphs in the workspace of their space', () => {
  const entry = { space: 'shared', source_id: 'sap pages', list_id: 'pce-2023-3' }
  const name = (changes: Partial<{ space: string; list_id: string | null }>) =>
    contextIri(entryContext({ ...entry, ...changes }, 'urn:sap:obj:'))
  assert.equal(name({}), 'urn:tenant:system:ws:shared:graph:catalog.sap.pce-2023-3')
  assert.equal(name({ space: 'acme/main' }), 'urn:tenant:acme:ws:main:graph:catalog.sap.pce-2023-3')
  assert.equal(name({ list_id: null }), 'urn:tenant:system:ws:shared:graph:corpus.sap-pages')
  for (const space of ['shared', 'acme/main']) assert.equal(spaceOfPlace(placeOfSpace(space)), space)
})

const at = new Date('2026-11-15T12:00:00Z')
const STATES: [Parameters<typeof stateOf>[0], string][] = [
  [{ built_at: at, outbox: null, leased: false, drift: 0 }, 'ready'],
  [{ built_at: at, outbox: null, leased: false, drift: null }, 'ready'],
  [{ built_at: at, outbox: null, leased: false, drift: -1 }, 'stale'],
  [{ built_at: at, outbox: 'pending', leased: false, drift: 0 }, 'stale'],
  [{ built_at: at, outbox: 'retry', leased: true, drift: 0 }, 'building'],
  [{ built_at: null, outbox: 'retry', leased: false, drift: 0 }, 'missing'],
  [{ built_at: at, outbox: 'dead', leased: false, drift: 0 }, 'failed'],
  [{ built_at: null, outbox: 'auth_dead', leased: false, drift: null }, 'failed'],
]
for (const [facts, state] of STATES)
  test(`a context is ${state} with ${JSON.stringify(facts)}`, () => assert.equal(stateOf(facts), state))
