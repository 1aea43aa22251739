// Guidance: recommended actions with their sources.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { limit, named, nullable, oneOf, strict } from '../wire.ts'
import { Citation, PackRef, Target } from './shapes.ts'

export const STRENGTHS = ['required', 'recommended', 'consider', 'avoid'] as const
export const AUDIENCES = ['architect', 'developer', 'manager'] as const
export const ORIGINS = ['tenant', 'pack', 'corpus'] as const

const Word = t.String({ minLength: 1, maxLength: 200 })

export type Guidance = Static<typeof Guidance>
export const Guidance = named(
  'Guidance',
  t.Object({
    id: t.String(),
    pack: t.String(),
    title: t.String(),
    summary_md: t.String(),
    steps_md: t.Optional(t.String()),
    applies_when: t.String(),
    matched_because: t.String(),
    action_id: t.Optional(t.String()),
    strength: oneOf(STRENGTHS),
    audience: t.Array(oneOf(AUDIENCES)),
    origin: oneOf(ORIGINS),
    citations: t.Array(Citation),
    examples: t.Optional(t.Array(t.Object({ before: t.String(), after: t.String(), language: t.String() }))),
    confidence: t.Number(),
    score: t.Number(),
    reviewed_at: nullable(t.String({ description: 'A date or a timestamp' })),
  }),
)

export type GuidanceQuery = Static<typeof GuidanceQuery>
export const GuidanceQuery = strict({
  pack: t.Optional(Word),
  artifact_id: t.Optional(
    t.String({ minLength: 1, maxLength: 600, description: 'art_…, an IRI, or a short form such as TABL:VBAK' }),
  ),
  code: t.Optional(t.String({ minLength: 1, maxLength: 40 })),
  action_id: t.Optional(Word),
  intent: t.Optional(Word),
  phase: t.Optional(Word),
  q: t.Optional(t.String({ minLength: 1, maxLength: 400 })),
  target: t.Optional(Word),
  case_id: t.Optional(t.String({ minLength: 1, maxLength: 64 })),
  limit: limit(50, 20),
})

export const guidance = {
  list: endpoint('GET /guidance', {
    summary: 'List guidance for an artifact, a code, an action or a question, best first',
    description:
      'Lists everything that matches any of the parameters: first from the tenant, then from the pack, then from the corpus, each by strength.',
    auth: 'bearer',
    query: GuidanceQuery,
    ok: t.Object({ pack: PackRef, target: Target, items: t.Array(Guidance) }),
    errors: ['pack_not_found', 'unknown_target', 'artifact_not_found', 'case_not_found'],
  }),
}
