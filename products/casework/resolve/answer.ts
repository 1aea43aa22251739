// Composes the answer to one question with its citations.
import { hash } from 'node:crypto'
import type { Candidate, Resolution } from '@veritrace/contract/casework/resolve'
import { catalogRef, homeOf, type Named, shortForm } from '../model/artifacts.ts'
import type { Scope } from '../model/space.ts'
import { type ActivePack, viewTarget } from '../packs/packs.ts'
import type { Context } from '../rating/assemble.ts'
import { type Verdict, verdictOf } from './compose.ts'
import { dependentsOf } from './dependents.ts'
import { explain } from './explain.ts'
import { type Found, MAX_HOPS, NEAR_SCORE, type Question, type Resolving } from './find-subject.ts'
import { freshnessOfLists } from './freshness.ts'
import { guidanceIds } from './guidance-ids.ts'
import type { Scored } from './identify.ts'
import { findOwn, ownVerdict } from './own-object.ts'
import { contextOf } from './reached-context.ts'
import type { Reading } from './read-query.ts'
import { written } from './unresolved.ts'

export interface Answered {
  resolution: Resolution
  /** Changes with everything that the answer depends on. */
  etag: string
}

export async function answer(deps: Resolving, scope: Scope, question: Question, found: Found): Promise<Answered> {
  const { active, target, lists, reading, subject, estate } = found
  const now = deps.clock.now()
  const own = estate && !found.candidates.some(({ score }) => score > NEAR_SCORE) ? findOwn(estate, reading) : undefined
  const verdict = own
    ? await ownVerdict(deps, scope, { active, target, estate: estate!, place: own.place })
    : subject && listedVerdict(scope, question, found, subject)
  const ref = own ? own.refOf(active.pack.ref.id, scope.tenant) : verdict?.known.artifact
  const status = statusOf(found, verdict)
  const basis = basisOf(question, found, ref?.iri)
  const candidates = found.candidates.filter(({ named }) => !subject || shortForm(named) !== shortForm(subject))
  const texts = verdict ?? written(active, target, reading, found.candidates)
  const { known, ...said } = verdict ?? { known: undefined, ...NOTHING_SAID }
  const resolution: Resolution = {
    ...said,
    id: `res_${hash('sha256', JSON.stringify(basis), 'hex').slice(0, 26)}`,
    query: viewReading(reading, ref ? { type: ref.type, name: ref.name } : {}),
    pack: active.pack.ref,
    target: viewTarget(active, target),
    status,
    ...(ref && { subject: ref }),
    ...(candidates.length > 0 && { candidates: viewCandidates(active, candidates) }),
    headline: texts.headline,
    text_md: texts.text_md,
    ...(estate && ref && !own && { dependents: dependentsOf(estate, active.pack.ref.id, scope.tenant, ref) }),
    guidance_ids: guidanceFor(active, reading, verdict),
    freshness: freshnessOfLists(lists, now),
    confidence: confidenceOf(found, verdict),
    ...(known && subject && explain(contextFor(scope, question, found), known, question.explain ?? 'none')),
    created_at: now.toISOString(),
  }
  // Includes the day, because the age of the lists is part of the answer.
  return { resolution, etag: `"${resolution.id}.${now.toISOString().slice(0, 10)}.${question.explain ?? 'none'}"` }
}

const NOTHING_SAID = {
  labels: [],
  states: [],
  successors: [],
  actions: [],
  history: [],
  citations: [],
  conflicts: [],
}

const contextFor = (
  { tenant }: Scope,
  question: Question,
  { active, target, catalog, lists, reached, estate }: Found,
): Context => {
  const home = homeOf(tenant, estate?.system)
  return contextOf({ active, target, catalog, lists, reached, maxHops: MAX_HOPS, projectId: question.project_id, home })
}

function listedVerdict(scope: Scope, question: Question, found: Found, named: Named): Verdict {
  const { active, reading, reached, estate } = found
  return verdictOf(contextFor(scope, question, found), {
    named,
    template: reading.intent.template,
    dependents: estate && dependentsOf(estate, active.pack.ref.id, scope.tenant, named),
    reached: reached.get(shortForm(named)) ?? { facts: [], edges: [], decisions: [] },
  })
}

function statusOf({ active, candidates }: Found, verdict: Omit<Verdict, 'known'> | undefined): Resolution['status'] {
  if (verdict) return verdict.rating?.code === active.pack.scheme.unknown ? 'partial' : 'resolved'
  return candidates.some(({ score }) => score > NEAR_SCORE) ? 'ambiguous' : 'not_found'
}

/** Everything that the answer depends on, except the time. */
const basisOf = (
  { q, type, project_id }: Question,
  { active, target, catalog, reading, reached, estate }: Found,
  iri: string | undefined,
): unknown[] => [
  [q, type ?? '', reading.intent.id, reading.confidence, iri ?? ''],
  [active.revision, target.profile_id, catalog.digest],
  [...reached.values()].flatMap(({ decisions }) => decisions.map(({ id, reviewed }) => `${id} ${reviewed}`)),
  estate ? [project_id, estate.revision] : [],
]

const viewReading = (
  { raw, intent, params, confidence, alternatives }: Reading,
  subject: object,
): Resolution['query'] => ({
  raw,
  intent_id: intent.id,
  params: { ...params, ...subject },
  confidence,
  alternatives: [...alternatives],
})

const viewCandidates = ({ pack }: ActivePack, candidates: readonly Scored[]): Candidate[] =>
  candidates.map(({ named, score, why }) => ({ artifact: catalogRef(pack.naming, named), score, why }))

const MAX_GUIDANCE = 8

const guidanceFor = ({ pack }: ActivePack, { intent }: Reading, verdict: Verdict | undefined): string[] =>
  verdict?.rating
    ? guidanceIds(pack, {
        ...verdict.known.named,
        code: verdict.rating.code,
        actions: verdict.actions.map(({ action_id }) => action_id),
        intent: intent.id,
      }).slice(0, MAX_GUIDANCE)
    : []

/**
 * The minimum of three factors: whether the subject is certain, whether records exist, and whether the rating is final.
 */
function confidenceOf({ candidates, subject, active }: Found, verdict: Verdict | undefined): number {
  if (!verdict?.rating) return 0
  const isSubject = ({ named }: Scored) => subject !== undefined && shortForm(named) === shortForm(subject)
  const meant = candidates.find(isSubject)?.score ?? 1
  const evidence = verdict.rating.code === active.pack.scheme.unknown ? 0.3 : verdict.citations.length === 0 ? 0.6 : 1
  const agreed = verdict.rating.status === 'final' ? 1 : 0.9
  return Math.min(meant, evidence, agreed)
}
