// Valid request bodies for each operation, so that none is rejected for its format.
import { createHash } from 'node:crypto'
import type { Line } from '@veritrace/contract/endpoint'
import * as casework from './said-casework.ts'
import { type Said, WORD } from './speaker.ts'

const FILE = 'A report.'
const EX = 'http://example.com/'
const turtle = (mark: string) => `<${EX}${mark}> <${EX}says> "${WORD} ${mark}" .`
const shape = (mark: string) =>
  `@prefix sh: <http://www.w3.org/ns/shacl#> . <${EX}Shape-${mark}> a sh:NodeShape ; sh:targetClass <${EX}Thing> ; sh:name "${mark}" .`
const EVERYTHING = 'select * { { ?s ?p ?o } union { graph ?g { ?s ?p ?o } } }'

/** The owner creates data of every kind, in this order. */
export const WRITTEN: Said = {
  'POST /app/pages': ({ name, mark }) => ({
    slug: `page-of-the-${name}`,
    display_name: mark,
    headline: `${WORD} ${mark}`,
  }),
  'POST /app/pages/{slug}/subprocessors': ({ mark, vendor }) => ({ vendor_slug: vendor.slug, purpose: mark }),
  'POST /app/disclosures': ({ mark }) => ({ kind: 'security_overview', title: `${WORD} ${mark}`, body: mark }),
  'POST /app/evidence/presign': ({ mark }) => ({
    filename: `${mark}.txt`,
    content_type: 'text/plain',
    size_bytes: FILE.length,
    sha256: createHash('sha256').update(FILE).digest('hex'),
  }),
  'POST /app/evidence': ({ mark, theirs }) => ({
    storage_key_token: theirs('/app/evidence/presign').storage_key_token,
    title: `${WORD} ${mark}`,
    kind: 'policy',
  }),
  'POST /app/storage/policies': ({ mark }) => ({ name: mark, action: 'delete', after_days: 9, basis: 'created_at' }),
  'POST /app/storage/cleanup-runs': ({ theirs }) => ({ policy_id: theirs('/app/storage/policies').id, dry_run: true }),
  'POST /app/api-keys': ({ mark }) => ({ name: mark }),
  'PUT /app/webhooks': ({ mark }) => ({ url: `https://example.com/${mark}`, description: mark }),
  'POST /app/requests': ({ mark }) => ({
    kind: 'security_question',
    subject: `${WORD} ${mark}`,
    requester: { name: mark, email: `${mark}@example.com` },
  }),
  'POST /app/statements': ({ mark }) => ({ kind: 'attestation', title: mark, body: `${WORD} ${mark}` }),
  'POST /app/claims': ({ mark, vendor }) => ({
    vendor_slug: vendor.slug,
    method: 'dns_txt',
    contact_email: `${mark}@example.com`,
  }),
  'POST /app/vendors': ({ mark, vendor }) => ({ vendor_id: vendor.id, notes: `${WORD} ${mark}` }),
  'PATCH /app/me': ({ mark }) => ({ display_name: mark }),
  'POST /workspaces': ({ name, mark }) => ({ id: `space-of-the-${name}`, name: `${WORD} ${mark}` }),
  'POST /statements': ({ mark }) => ({
    subject: `${EX}${mark}`,
    predicate: 'http://www.w3.org/2000/01/rdf-schema#label',
    object: `${WORD} ${mark}`,
    objectType: 'literal',
  }),
  'POST /ingestions/statements': ({ mark }) => turtle(mark),
  'POST /catalog/datasets': ({ mark }) => ({ title: `${WORD} ${mark}`, contextId: 'default' }),
  'POST /catalog/distributions': ({ mark, theirs }) => ({
    datasetId: theirs('/catalog/datasets').id,
    title: mark,
    mediaType: 'text/turtle',
  }),
  'POST /ontologies': ({ mark }) => ({
    name: mark,
    turtle: `<${EX}${mark}> a <http://www.w3.org/2002/07/owl#Ontology> .`,
  }),
  'POST /shapes': ({ mark }) => ({ name: mark, turtle: shape(mark) }),
  'POST /workflow/artifacts': ({ mark, theirs }) => ({ kind: 'shape', targetId: theirs('/shapes').id, title: mark }),
  'POST /workflow/{id}/submit': ({ mark }) => ({ comment: mark }),
  'POST /workflow/{id}/publish': ({ mark }) => ({ comment: mark }),
  'PUT /search/vectors': ({ mark }) => ({
    space: 'words',
    vectors: [{ nodeId: `${EX}${mark}`, vector: [1, 0, 0] }],
  }),
  ...casework.WRITTEN,
}

/** Other requests, by someone who wants to read or change the data of others. */
export const ASKED: Said = {
  'PATCH /app/pages/{slug}': ({ mark }) => ({ headline: mark }),
  'PATCH /app/disclosures/{id}': ({ mark }) => ({ title: mark }),
  'PATCH /app/evidence/{id}': ({ mark }) => ({ title: mark }),
  'PATCH /app/storage/policies/{id}': ({ mark }) => ({ name: mark }),
  'POST /app/requests/{id}/stages/{stageId}/advance': () => ({ outcome: 'complete', expected_version: 1 }),
  'POST /app/requests/{id}/cancel': ({ mark }) => ({ reason: mark }),
  'POST /app/requests/{id}/grant/revoke': ({ mark }) => ({ reason: mark }),
  'POST /app/statements/{id}/send': ({ mark }) => ({ signers: [{ name: mark, email: `${mark}@example.com` }] }),
  'PATCH /app/claims/{id}': () => ({ status: 'canceled' }),
  'PATCH /app/vendors/{vendor_id}': ({ mark }) => ({ notes: mark }),
  'POST /app/vendors/{vendor_id}/alert-rules/backtest': () => ({}),
  'PATCH /workspaces/{id}': ({ mark }) => ({ name: mark }),
  'POST /statements/batch': ({ mark }) => ({
    statements: [{ subject: `${EX}${mark}`, predicate: `${EX}says`, object: mark, objectType: 'literal' }],
  }),
  'POST /sparql': () => EVERYTHING,
  'POST /console/sparql': () => EVERYTHING,
  'POST /sparql/update': () => 'delete where { ?s ?p ?o }',
  'POST /console/sparql/update': () => 'delete where { ?s ?p ?o }',
  'POST /gql': () => ({ start: `${EX}Thing`, direction: 'any', depth: 3 }),
  'PATCH /catalog/datasets/{id}': ({ mark }) => ({ title: mark }),
  'PATCH /catalog/distributions/{id}': ({ mark }) => ({ title: mark }),
  'POST /workflow/{id}/reject': ({ mark }) => ({ comment: mark }),
  'POST /ontologies/score': ({ theirs }) => ({ ontologyId: theirs('/ontologies').id }),
  'POST /search/vector': () => ({ vector: [1, 0, 0], space: 'words' }),
  'POST /tutor/answer': () => ({ question: `Which ${WORD} is there?` }),
  'POST /tutor/summarize': () => ({ text: WORD }),
  'PATCH /shapes/{id}': ({ mark }) => ({ name: mark }),
  'POST /validate': ({ theirs }) => ({ shapeId: theirs('/shapes').id }),
  ...casework.ASKED,
}

export const TYPES: Partial<Record<Line, string>> = {
  'POST /ingestions/statements': 'text/turtle',
  'POST /sparql': 'application/sparql-query',
  'POST /console/sparql': 'application/sparql-query',
  'POST /sparql/update': 'application/sparql-update',
  'POST /console/sparql/update': 'application/sparql-update',
}

/** Answered as a stream unless the Accept header asks for JSON. */
export const ACCEPTED: Partial<Record<Line, string>> = { 'POST /answer/stream': 'application/json' }

export const QUERIES: Partial<Record<Line, string>> = {
  'GET /app/search': `?q=${WORD}`,
  'GET /search': `?q=${WORD}`,
  'GET /sparql': `?query=${encodeURIComponent(EVERYTHING)}`,
  'GET /app/sessions': '?of=everyone',
  ...casework.QUERIES,
}

/** The bytes for which `POST /app/evidence/presign` was called. */
export const uploadFile = (url: string, headers: Record<string, string>) =>
  fetch(url, { method: 'PUT', headers, body: FILE })
