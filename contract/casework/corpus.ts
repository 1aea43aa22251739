// The corpus: files and pages under management, what changed between their versions, and the collector that brings them.
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
  list_id: nullable(t.String({ description: 'The list that it is a version of' })),
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
      description: 'Of a list: only a complete one says anything about what it does not name',
    }),
  ),
  counts: t.Object({
    documents: t.Integer(),
    artifacts: t.Integer(),
    statements: t.Integer(),
    rejected: t.Integer(),
  }),
  validation: t.Object({ conforms: t.Boolean(), violations: t.Integer(), warnings: t.Integer() }),
  used_for: t.Array(t.String({ description: 'A target, such as s4_private:2023_3' })),
  freshness: oneOf(FRESHNESS, { description: 'By its own date, else by when it was fetched: 45 and 120 days' }),
  as_of: nullable(DateTime),
  is_current: t.Boolean({ description: 'The version that answers are read from' }),
  is_own: t.Boolean({ description: 'Brought by this workspace; else it is shared by all' }),
  supersedes: nullable(t.String()),
  superseded_by: nullable(t.String()),
  changes: nullable(t.Object({ added: t.Integer(), removed: t.Integer(), changed: t.Integer() })),
  fetched_at: nullable(DateTime),
  extracted_at: nullable(DateTime),
  first_seen_at: DateTime,
}

/** What a version of a list says about what it does not name. */
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
    from_successors: t.Array(t.String({ description: 'Such as CDS_STOB:I_PRODUCT' })),
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
    diff: t.Array(CorpusDifference, { description: 'Against the version that it superseded, 200 at most' }),
    transitions: t.Array(Transition),
    successors: t.Object({
      edges: t.Integer({ description: 'As the file names them' }),
      repeated: t.Integer({ description: 'Of them, those that it names more than once' }),
      unresolved: t.Integer({ description: 'Of them, those that no current list of the pack names' }),
    }),
    context_id: nullable(t.String({ description: 'The graph that holds what it says' })),
    dataset_id: nullable(t.String({ description: 'In the catalog of the graph' })),
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
      description: 'changed: what has other bytes than before; full: everything anew; validate_only: nothing is kept',
    }),
    online: t.Optional(
      t.Boolean({ description: 'true fetches from the addresses of the sources, whatever the collector is set to' }),
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
  'Classification',
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
    warnings: t.Array(t.String({ description: 'Why what looks added or removed may not be so' })),
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
    summary: 'Versions of files and pages under management, newest first',
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
      'kernseife: with ratings of its own, as SAP’s Kernseife reads them. cloudification: in the format of the published lists, ' +
      'without what that has no word for.',
    auth: 'bearer',
    query: strict({ pack: t.Optional(Identifier), format: oneOf(CLASSIFICATION_FORMATS, { default: 'kernseife' }) }),
    ok: Classification,
    errors: ['pack_not_found', 'unacceptable'],
  }),
  status: endpoint('GET /corpus/status', {
    summary: 'How complete and how fresh the corpus is',
    auth: 'bearer',
    ok: CorpusStatus,
  }),
  compare: endpoint('GET /corpus/compare', {
    summary: 'What one list says otherwise than another, such as two releases',
    description: 'With `project_id`, only what that estate uses. `from_state` and `to_state` narrow the items.',
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
    summary: 'One version: what was rejected, and what it changed',
    auth: 'bearer',
    query: strict({ diff: t.Optional(oneOf(DIFFERENCES)) }),
    ok: CorpusEntryDetail,
    errors: ['entry_not_found'],
  }),
  extract: endpoint('POST /corpus/extract', EXTRACT),
  recrawl: endpoint('POST /corpus/recrawl', { ...EXTRACT, summary: 'The same as POST /corpus/extract' }),
  crawlStatus: endpoint('GET /crawl/status', {
    summary: 'How the collector fares with each source',
    auth: 'bearer',
    ok: CrawlStatus,
  }),
}
