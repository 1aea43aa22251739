// Resolution: a verdict with evidence about an artifact for a target, for one artifact or for thousands.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { DateTime, named, nullable, oneOf, strict } from '../wire.ts'
import { MAY } from './roles.ts'
import { ArtifactRef, Citation, Code, CodeCounts, Conflict, Effort, PackRef, Rating, Target } from './shapes.ts'

export const MOST_ITEMS = 5_000
export const LONGEST_QUESTION = 1_000
export const MOST_HOPS = 6
export const RESOLUTION_STATUSES = ['resolved', 'ambiguous', 'not_found', 'partial'] as const
export const FIT_VERDICTS = ['full', 'partial', 'none', 'untested'] as const
export const EXPLANATIONS = ['none', 'rules', 'graph'] as const
export const INCLUDED = ['successors', 'actions', 'dependents', 'citations'] as const

const optional = t.Optional
const Unknowns = t.Record(t.String(), t.Unknown())

export type Candidate = Static<typeof Candidate>
const Candidate = t.Object({ artifact: ArtifactRef, score: t.Number(), why: t.String() })

export type StateInTarget = Static<typeof StateInTarget>
export const StateInTarget = named(
  'StateInTarget',
  t.Object({
    profile_id: t.String(),
    list_id: t.String(),
    state: t.String(),
    successor_kind: t.String(),
    citation: t.Integer(),
  }),
)

export type ResolvedSuccessor = Static<typeof ResolvedSuccessor>
export const ResolvedSuccessor = named(
  'ResolvedSuccessor',
  t.Object({
    artifact: ArtifactRef,
    hop: t.Integer({ minimum: 1 }),
    relation: oneOf(['one', 'one_of_many', 'concept']),
    concept: optional(t.String()),
    rating_in_target: Rating,
    acceptable: t.Boolean(),
    available: t.Boolean({ description: 'True if it is in a list of the target' }),
    terminal: t.Boolean({ description: 'True if it has no successor' }),
    fit: optional(
      t.Object({
        verdict: oneOf(FIT_VERDICTS),
        operations: optional(t.Array(t.String())),
        note: t.String(),
        by: t.String(),
        at: DateTime,
      }),
    ),
  }),
)

export type ResolvedAction = Static<typeof ResolvedAction>
const ResolvedAction = named(
  'ResolvedAction',
  t.Object({
    action_id: t.String(),
    title: t.String(),
    effort: Effort,
    resulting_code: Code,
    why: t.String(),
    needs_decision: optional(t.Object({ question: t.String(), options: t.Array(t.String()) })),
  }),
)

export type Change = Static<typeof Change>
export const Change = named(
  'ListChange',
  t.Object({
    profile_id: t.String({ description: 'The target with the change' }),
    change: oneOf(['added', 'removed', 'state', 'successors']),
    from: optional(t.String()),
    to: optional(t.String()),
  }),
)

const Dependents = t.Object({ count: t.Integer(), sample: t.Array(ArtifactRef) })

export type Resolution = Static<typeof Resolution>
export const Resolution = named(
  'Resolution',
  t.Object({
    id: t.String({ description: 'res_ and a hash of the question and all data behind the answer' }),
    query: t.Object({
      raw: t.String(),
      intent_id: t.String(),
      params: Unknowns,
      confidence: t.Number(),
      alternatives: t.Array(t.String(), { description: 'Other matching intents' }),
    }),
    pack: PackRef,
    target: Target,
    status: oneOf(RESOLUTION_STATUSES),
    subject: optional(ArtifactRef),
    candidates: optional(t.Array(Candidate)),
    headline: t.String(),
    text_md: t.String({ description: 'Markdown with the numbers of citations in brackets' }),
    rating: optional(Rating),
    acceptable: optional(t.Boolean()),
    labels: t.Array(t.String()),
    states: t.Array(StateInTarget, { description: 'This target first, then other editions' }),
    successors: t.Array(ResolvedSuccessor),
    actions: t.Array(ResolvedAction, { description: 'The action chosen by the rules first, then alternatives' }),
    dependents: optional(Dependents),
    history: t.Array(Change),
    guidance_ids: t.Array(t.String()),
    citations: t.Array(Citation),
    conflicts: t.Array(Conflict),
    freshness: nullable(
      t.Object({
        entry_id: t.String(),
        as_of: nullable(DateTime),
        age_days: nullable(t.Integer()),
        stale: t.Boolean(),
      }),
    ),
    confidence: t.Number(),
    trace: optional(t.Array(t.Object({ rule_id: t.String(), inputs: Unknowns, output: Unknowns }))),
    sparql: optional(t.String({ description: 'The equivalent query to the graph, with explain=graph' })),
    created_at: DateTime,
  }),
)

export type ResolutionRow = Static<typeof ResolutionRow>
const ResolutionRow = named(
  'ResolutionRow',
  t.Object({
    id: t.String(),
    query: t.Object({ raw: t.String() }),
    status: oneOf(RESOLUTION_STATUSES),
    subject: optional(ArtifactRef),
    candidates: optional(t.Array(Candidate)),
    headline: t.String(),
    rating: optional(Rating),
    acceptable: optional(t.Boolean()),
    successors: optional(t.Array(ResolvedSuccessor)),
    actions: optional(t.Array(ResolvedAction)),
    dependents: optional(Dependents),
    citations: optional(t.Array(Citation)),
  }),
)

export type ResolveQuery = Static<typeof ResolveQuery>
const ResolveQuery = strict({
  q: t.String({
    minLength: 1,
    maxLength: LONGEST_QUESTION,
    pattern: '\\S',
    description: 'A name, a short form such as TABL:VBAK, an IRI, or a question',
  }),
  type: optional(t.String({ minLength: 1, maxLength: 60 })),
  intent: optional(t.String({ maxLength: 80 })),
  target: optional(t.String({ maxLength: 80 })),
  pack: optional(t.String({ maxLength: 80 })),
  project_id: optional(t.String({ maxLength: 64 })),
  explain: oneOf(EXPLANATIONS, { default: 'none' }),
})

export type ResolveItem = Static<typeof ResolveItem>
const ResolveItem = strict({
  q: optional(t.String()),
  type: optional(t.String()),
  name: optional(t.String()),
  iri: optional(t.String()),
})

export type ResolveMany = Static<typeof ResolveMany>
export const ResolveMany = named(
  'ResolveMany',
  strict({
    items: t.Array(ResolveItem, {
      minItems: 1,
      description: `Up to ${MOST_ITEMS}, each with q, or type and name, or iri. Unreadable items are not_found.`,
    }),
    target: optional(t.String({ maxLength: 80 })),
    pack: optional(t.String({ maxLength: 80 })),
    project_id: optional(t.String({ maxLength: 64 })),
    options: optional(
      strict({
        max_hops: t.Integer({ minimum: 0, maximum: MOST_HOPS, default: 3 }),
        include: optional(t.Array(oneOf(INCLUDED), { uniqueItems: true })),
      }),
    ),
  }),
)

const Intent = named(
  'Intent',
  t.Object({
    id: t.String(),
    pack: t.String(),
    title: t.String(),
    description: t.String(),
    examples: t.Array(t.String()),
    params: Unknowns,
    requires: t.Array(oneOf(['project', 'case', 'catalog'])),
    answer_kind: oneOf(['resolution', 'table', 'graph', 'text', 'plan']),
    route: t.Object({ method: t.String(), path: t.String() }),
    available: t.Boolean(),
    unavailable_reason: optional(t.String()),
  }),
)

export const resolve = {
  one: endpoint('GET /resolve', {
    summary: 'Resolve an artifact for a target: its rating, successors and actions',
    description: 'The ETag depends on the lists, the rules, the decisions and the question.',
    auth: 'bearer',
    query: ResolveQuery,
    ok: Resolution,
    errors: ['pack_not_found', 'project_not_found', 'unknown_target', 'unknown_intent'],
  }),
  many: endpoint('POST /resolve', {
    summary: 'Resolve thousands of names, in the given order',
    auth: 'bearer',
    asks: true,
    may: MAY.ask,
    body: ResolveMany,
    ok: t.Object({
      items: t.Array(ResolutionRow),
      summary: t.Object({
        by_code: CodeCounts,
        acceptable: t.Integer(),
        ambiguous: t.Integer(),
        not_found: t.Integer(),
        unknown: t.Integer(),
      }),
      target: Target,
      pack: PackRef,
      elapsed_ms: t.Number(),
    }),
    maxBytes: 4 * 1024 * 1024,
    errors: ['pack_not_found', 'project_not_found', 'unknown_target'],
  }),
  intents: endpoint('GET /resolve/intents', {
    summary: 'List the available intents and targets',
    auth: 'bearer',
    query: strict({ pack: optional(t.String({ maxLength: 80 })) }),
    ok: t.Object({ pack: PackRef, targets: t.Array(Target), items: t.Array(Intent) }),
    errors: ['pack_not_found'],
  }),
}
