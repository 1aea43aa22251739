// The corpus: stored files and pages, changes between their versions, and the collector that fetches them.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { DateTime, limit, named, nullable, oneOf, pageQuery, strict } from '../wire.ts'
import { CrawlStatus } from './collector.ts'
import { MAY } from './roles.ts'
import { CaseJob, countedPageOf } from './shapes.ts'

export const ENTRY_KINDS = ['catalog', 'guidance', 'reference', 'evidence'] as const
export const ENTRY_STATES = [
  ...(['registered', 'fetching', 'fetched', 'extracting', 'ready', 'degraded', 'failed', 'retired'] as const),
] as const
export const FRESHNESS = ['fresh', 'recent', 'stale', 'unknown'] as const
export const DIFFERENCES = ['added', 'removed', 'state', 'successors'] as const

export const CorpusLicense = named(
  'CorpusLicense',
  t.Object({
    spdx: t.String(),
    attribution: t.String(),
    url: t.String(),
    may_store_text: t.Boolean(),
    may_redistribute: t.Boolean(),
  }),
)

const entryFields = {
  id: t.String(),
  pack: t.String(),
  source_id: t.String(),
  list_id: nullable(t.String({ description: 'The list, if this is a version of one' })),
  kind: oneOf(ENTRY_KINDS),
  title: t.String(),
  uri: t.String(),
  version_label: t.String(),
  revision: t.String(),
  content_hash: t.String(),
  bytes: t.Integer(),
  media_type: t.String(),
  language: t.String(),
  license: CorpusLicense,
  status: oneOf(ENTRY_STATES),
  status_reason: t.String(),
  completeness: nullable(
    oneOf(['complete', 'sample', 'partial'], {
      description: 'Completeness of a list: only the absence from a complete list means anything',
    }),
  ),
  counts: t.Object({
    documents: t.Integer(),
    artifacts: t.Integer(),
    statements: t.Integer(),
    rejected: t.Integer(),
  }),
  validation: t.Object({ conforms: t.Boolean(), violations: t.Integer(), warnings: t.Integer() }),
  used_for: t.Array(t.String({ description: 'A target, for example s4_private:2023_3' })),
  freshness: oneOf(FRESHNESS, {
    description: 'By its own date, otherwise by the fetch date; limits are 45 and 120 days',
  }),
  as_of: nullable(DateTime),
  is_current: t.Boolean({ description: 'True for the version used for answers' }),
  is_own: t.Boolean({ description: 'True if this workspace added it, false if it is shared by all' }),
  supersedes: nullable(t.String()),
  superseded_by: nullable(t.String()),
  changes: nullable(t.Object({ added: t.Integer(), removed: t.Integer(), changed: t.Integer() })),
  fetched_at: nullable(DateTime),
  extracted_at: nullable(DateTime),
  first_seen_at: DateTime,
}

/** What the absence of an artifact from a version of a list means. */
export type Completeness = NonNullable<CorpusEntry['completeness']>
export type CorpusEntry = Static<typeof CorpusEntry>
export const CorpusEntry = named('CorpusEntry', t.Object(entryFields))

export type CorpusDifference = Static<typeof CorpusDifference>
export const CorpusDifference = named(
  'CorpusDifference',
  t.Object({
    change: oneOf(DIFFERENCES),
    type: t.String(),
    name: t.String(),
    component: t.String(),
    from_state: nullable(t.String()),
    to_state: nullable(t.String()),
    from_successors: t.Array(t.String({ description: 'For example CDS_STOB:I_PRODUCT' })),
    to_successors: t.Array(t.String()),
  }),
)

const Transition = named(
  'CorpusTransition',
  t.Object({
    change: oneOf(DIFFERENCES),
    from_state: nullable(t.String()),
    to_state: nullable(t.String()),
    count: t.Integer(),
  }),
)

export type CorpusEntryDetail = Static<typeof CorpusEntryDetail>
export const CorpusEntryDetail = named(
  'CorpusEntryDetail',
  t.Object({
    ...entryFields,
    rejected_sample: t.Array(t.Object({ row: t.Integer(), pointer: t.String(), reason: t.String() })),
    diff: t.Array(CorpusDifference, { description: 'Up to 200 differences from the version it superseded' }),
    transitions: t.Array(Transition),
    successors: t.Object({
      edges: t.Integer({ description: 'Successors in the file' }),
      repeated: t.Integer({ description: 'Successors that occur more than once' }),
      unresolved: t.Integer({ description: 'Successors missing from all current lists of the pack' }),
    }),
    context_id: nullable(t.String({ description: 'The named graph with its statements' })),
    dataset_id: nullable(t.String({ description: 'The dataset in the catalog of the graph' })),
    log: t.Array(t.Object({ at: DateTime, step: t.String(), message: t.String() })),
  }),
)

const Identifier = t.String({ minLength: 1, maxLength: 200 })
const identifiers = t.Array(Identifier, { minItems: 1, maxItems: 200, uniqueItems: true })

export type ExtractOrder = Static<typeof ExtractOrder>
export const ExtractOrder = named(
  'ExtractOrder',
  strict({
    source_ids: t.Optional(identifiers),
    entry_ids: t.Optional(identifiers),
    kinds: t.Optional(t.Array(oneOf(['catalog', 'guidance', 'reference']), { minItems: 1, maxItems: 3 })),
    mode: oneOf(['changed', 'full', 'validate_only'], {
      default: 'changed',
      description: '`changed`: only files whose bytes have changed; `full`: all files; `validate_only`: stores nothing',
    }),
    online: t.Optional(
      t.Boolean({ description: 'true fetches from the sources, regardless of the mode of the collector' }),
    ),
    fetch: t.Boolean({ default: true, description: 'false reads the stored bytes of the current versions again' }),
    reason: t.Optional(t.String({ maxLength: 500 })),
  }),
)

const Extraction = named(
  'Extraction',
  t.Object({ job: CaseJob, accepted: t.Object({ sources: t.Integer(), entries: t.Integer() }) }),
)

const counts = t.Record(t.String(), t.Integer())
export type CorpusStatus = Static<typeof CorpusStatus>
export const CorpusStatus = named(
  'CorpusStatus',
  t.Object({
    entries: t.Object({ by_status: counts, by_kind: counts }),
    documents: t.Integer(),
    artifacts: t.Integer(),
    statements: t.Integer(),
    rejected: t.Integer(),
    index: t.Object({
      lexical: t.Object({ documents: t.Integer(), terms: t.Integer(), built_at: nullable(DateTime) }),
      vector: t.Object({ enabled: t.Boolean(), dims: t.Integer(), documents: t.Integer() }),
    }),
    freshness: t.Object({ fresh: t.Integer(), recent: t.Integer(), stale: t.Integer() }),
    oldest_catalog: nullable(t.Object({ entry_id: t.String(), age_days: t.Integer() })),
    jobs: t.Array(CaseJob),
    licences: counts,
    recommendations: t.Array(t.String()),
  }),
)

export const CLASSIFICATION_FORMATS = ['kernseife', 'cloudification'] as const
const classifiedIdentity = {
  tadirObject: t.String(),
  tadirObjName: t.String(),
  objectType: t.String(),
  objectKey: t.String(),
}
const Classification = named(
  'ClassificationList',
  t.Object({
    formatVersion: oneOf(['1', '2']),
    ratings: t.Optional(
      t.Array(t.Object({ code: t.String(), title: t.String(), criticality: t.String(), score: t.String() })),
    ),
    objectClassifications: t.Array(
      t.Object({
        ...classifiedIdentity,
        softwareComponent: t.String(),
        applicationComponent: t.String(),
        state: t.String(),
        labels: t.Array(t.String()),
        successors: t.Array(t.Object(classifiedIdentity)),
      }),
    ),
  }),
)

const State = t.String({ minLength: 1, maxLength: 60 })
export type CorpusComparison = Static<typeof CorpusComparison>
export const CorpusComparison = named(
  'CorpusComparison',
  t.Object({
    from: CorpusEntry,
    to: CorpusEntry,
    counts: t.Object({
      added: t.Integer(),
      removed: t.Integer(),
      state: t.Integer(),
      successors: t.Integer(),
    }),
    transitions: t.Array(Transition, { description: 'Largest first' }),
    warnings: t.Array(t.String({ description: 'Why additions or removals may be misleading' })),
    ...countedPageOf(CorpusDifference).properties,
  }),
)

const EXTRACT = {
  summary: 'Fetch sources and read them again, in the background',
  auth: 'bearer',
  may: MAY.operate,
  body: ExtractOrder,
  ok: Extraction,
  status: 202,
  errors: ['role_required', 'entry_not_found', 'corpus_source_not_found', 'job_in_progress'],
} as const

export const corpus = {
  list: endpoint('GET /corpus', {
    summary: 'List the versions of stored files and pages, newest first',
    auth: 'bearer',
    query: strict({
      ...pageQuery,
      pack: t.Optional(Identifier),
      kind: t.Optional(oneOf(ENTRY_KINDS)),
      status: t.Optional(oneOf(ENTRY_STATES)),
      source_id: t.Optional(Identifier),
      q: t.Optional(t.String({ minLength: 1, maxLength: 200 })),
      freshness: t.Optional(oneOf(FRESHNESS)),
      license: t.Optional(t.String({ minLength: 1, maxLength: 100, description: 'An SPDX identifier' })),
    }),
    ok: countedPageOf(CorpusEntry),
    errors: ['invalid_cursor'],
  }),
  classification: endpoint('GET /corpus/classification', {
    summary: 'The classification of the workspace itself: its lists, and the levels that its people have set',
    description:
      'kernseife: with custom ratings, as SAP’s Kernseife reads them. cloudification: in the format of the published lists, ' +
      'without what that has no word for.',
    auth: 'bearer',
    query: strict({ pack: t.Optional(Identifier), format: oneOf(CLASSIFICATION_FORMATS, { default: 'kernseife' }) }),
    ok: Classification,
    errors: ['pack_not_found', 'unacceptable'],
  }),
  status: endpoint('GET /corpus/status', {
    summary: 'Get the completeness and freshness of the corpus',
    auth: 'bearer',
    ok: CorpusStatus,
  }),
  compare: endpoint('GET /corpus/compare', {
    summary: 'Compare two lists, for example of two releases',
    description:
      'With `project_id`, includes only what that estate uses. `from_state` and `to_state` filter the items.',
    auth: 'bearer',
    query: strict({
      from: t.String({ minLength: 1, maxLength: 200, description: 'A list such as pce-2022-2, or an entry' }),
      to: t.String({ minLength: 1, maxLength: 200 }),
      pack: t.Optional(Identifier),
      project_id: t.Optional(Identifier),
      change: t.Optional(oneOf(DIFFERENCES)),
      from_state: t.Optional(State),
      to_state: t.Optional(State),
      cursor: pageQuery.cursor,
      limit: limit(),
    }),
    ok: CorpusComparison,
    errors: ['invalid_cursor', 'entry_not_found', 'project_not_found', 'pack_not_found', 'gone'],
  }),
  get: endpoint('GET /corpus/{id}', {
    summary: 'Get a version with its rejected rows and its changes',
    auth: 'bearer',
    query: strict({ diff: t.Optional(oneOf(DIFFERENCES)) }),
    ok: CorpusEntryDetail,
    errors: ['entry_not_found'],
  }),
  extract: endpoint('POST /corpus/extract', EXTRACT),
  recrawl: endpoint('POST /corpus/recrawl', { ...EXTRACT, summary: 'Alias of POST /corpus/extract' }),
  crawlStatus: endpoint('GET /crawl/status', {
    summary: 'Get the status of the collector for each source',
    auth: 'bearer',
    ok: CrawlStatus,
  }),
}
