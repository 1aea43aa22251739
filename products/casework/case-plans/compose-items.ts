// Completes items that people write: what they are about, their citations and their effort. Pure.
import type { NewPlanItem } from '@veritrace/contract/casework/case-plans'
import type { PlanItem } from '@veritrace/contract/casework/plan'
import type { ArtifactRef, Citation } from '@veritrace/contract/casework/shapes'
import { fail } from '@veritrace/platform/errors'
import { newId } from '@veritrace/platform/ids'
import { effortOf, type Points } from '../effort/pert.ts'
import { pointsFor } from '../effort/points.ts'
import { formerPlace } from '../estate/former-places.ts'
import { artifactId, estateIri, estateRef, homeOf, type Named, shortForm } from '../model/artifacts.ts'
import { digestOf } from '../model/digest.ts'
import type { Scope } from '../model/space.ts'
import type { Action } from '../packs/pack.ts'
import { citeEvidence } from '../planning/engine/citations.ts'
import type { ItemDetail } from '../planning/engine/input.ts'
import type { PlanSubject } from '../planning/read-scope.ts'
import { addressOf } from '../rating/addresses.ts'
import type { Known } from '../rating/known.ts'

const MAX_SHOWN = 10
const MAX_CITED = 10

/** An artifact named by an item. */
export interface Artifact {
  named: Named
  ref: ArtifactRef
  /** True for an object of the customer's own estate, false for an artifact from a list. */
  isOwn: boolean
  package: string
}

/** Finds an artifact by short form, IRI or id, in the estate or any list; undefined if it cannot be identified. */
export function openArtifacts(
  { estate, active, tenant }: PlanSubject,
  scope: Scope,
): (word: string) => Artifact | undefined {
  const { pack } = active
  const home = homeOf(scope.tenant, estate.system || undefined)
  const byWord = new Map<string, Artifact>()
  const add = (named: Named, iri: string, artifact: Omit<Artifact, 'named'>): void => {
    for (const word of [shortForm(named), iri, artifactId(iri)])
      if (!byWord.has(word)) byWord.set(word, { named, ...artifact })
  }
  if (tenant !== undefined)
    for (const { type, name, package: place } of estate.objects) {
      const named = { type, name }
      const own = estateRef(pack.ref.id, tenant, estate.system, named)
      add(named, estateIri(tenant, estate.system, named), { ref: own, isOwn: true, package: place })
    }
  for (const { type, name } of estate.references) {
    const outside = thing({ type, name })
    add({ type, name }, outside.ref.iri, outside)
  }
  function thing(named: Named): Omit<Artifact, 'named'> {
    return { ref: addressOf(pack, home, named), isOwn: false, package: '' }
  }
  const byFormerName = (word: string): Artifact | undefined => {
    const place = tenant === undefined ? undefined : formerPlace(estate, tenant, word)
    return place === undefined ? undefined : byWord.get(shortForm(estate.objects[place]!))
  }
  return (word) => {
    const known = byWord.get(word) ?? byFormerName(word)
    if (known) return known
    const [, type, name] = /^([^:\s]+):(\S[^:]*)$/.exec(word) ?? []
    if (!type || !name) return undefined
    const named = { type: type.toUpperCase(), name: name.toUpperCase() }
    return byWord.get(shortForm(named)) ?? { named, ...thing(named) }
  }
}

export interface Written {
  item: PlanItem
  detail: ItemDetail
}

export interface Writing {
  subject: PlanSubject
  artifactsOf: (item: NewPlanItem, place: number) => Artifact[]
  /** Artifacts from lists, by short form. */
  known: ReadonlyMap<string, Known>
  /** Returns the number of a citation among those of the plan. */
  cite: (citation: Citation) => number
}

export function writeItem(writing: Writing, wanted: NewPlanItem, place: number): Written {
  const { subject, known, cite } = writing
  const artifacts = writing.artifactsOf(wanted, place)
  const action = wanted.action_id ? actionOf(subject, wanted.action_id, place) : undefined
  const forms = artifacts.map(({ named }) => shortForm(named))
  const points = wanted.effort ?? pointsOf(action, artifacts.length)
  if (points.low > points.likely || points.likely > points.high)
    wrong(`items.${place}.effort`, 'must increase from low to likely to high')
  const id = wanted.id ?? newId('itm')
  const item: PlanItem = {
    id,
    key: digestOf({ action: action?.id ?? '', title: wanted.title, forms }).slice('sha256:'.length, 33),
    title: wanted.title,
    action_id: action?.id ?? '',
    artifacts: artifacts.slice(0, MAX_SHOWN).map(({ ref }) => ref),
    artifacts_total: artifacts.length,
    rationale_md: wanted.rationale_md ?? '',
    preconditions: wanted.preconditions ?? [],
    wave: wanted.wave ?? action?.wave ?? 1,
    ...(wanted.role !== undefined && { role: wanted.role }),
    ...(wanted.assignee !== undefined && { assignee: wanted.assignee }),
    effort: effortOf(points),
    risk: wanted.risk ?? 'medium',
    risk_reasons: [],
    lift: { objects_reaching_target: 0, objects_improved: 0 },
    acceptance: wanted.acceptance ?? action?.acceptance.map((one) => ({ ...one })) ?? [],
    state: 'proposed',
    citations: [...new Set(citationsOf(subject, artifacts, known).map(cite))],
  }
  return { item, detail: { objects: forms, packages: countPackages(artifacts), points, group: item.key, fixes: [] } }
}

const actionOf = ({ active }: PlanSubject, id: string, place: number): Action =>
  active.pack.actions.find((action) => action.id === id) ??
  fail('unknown_action', `${active.pack.title} has no action “${id}”.`, {
    errors: [{ path: `items.${place}.action_id`, message: 'is not an action of the pack' }],
  })

const pointsOf = (action: Action | undefined, objects: number): Points =>
  action ? pointsFor(action, { isPattern: false, objects: Math.max(1, objects), sites: objects }) : NOTHING
const NOTHING: Points = { low: 0, likely: 0, high: 0 }

/** Artifacts from lists cite their records; the customer's own objects cite the evidence. */
function citationsOf(
  { estate }: PlanSubject,
  artifacts: readonly Artifact[],
  known: ReadonlyMap<string, Known>,
): Citation[] {
  const records = artifacts.flatMap(({ named, isOwn }) => (isOwn ? [] : (known.get(shortForm(named))?.citations ?? [])))
  const seen = artifacts.some(({ isOwn }) => isOwn) ? estate.evidence_ids.map(citeEvidence) : []
  return [...records, ...seen].slice(0, MAX_CITED)
}

function countPackages(artifacts: readonly Artifact[]): Record<string, number> {
  const packages: Record<string, number> = {}
  for (const { package: name } of artifacts) packages[name] = (packages[name] ?? 0) + 1
  return packages
}

export const wrong = (path: string, message: string): never =>
  fail('unacceptable', `${path} ${message}.`, { errors: [{ path, message }] })
