// Combines what lists and people say about names into what is known about them. Pure.
import type { Citation, Rating } from '@veritrace/contract/casework/shapes'
import { type Home, type Named, shortForm } from '../model/artifacts.ts'
import type { DecisionRow } from '../model/tables.ts'
import type { TargetProfile } from '../packs/pack.ts'
import type { ActivePack } from '../packs/packs.ts'
import { addressOf, listedRef } from './addresses.ts'
import { chainOf, type Link, type Record } from './chains.ts'
import { citeDecision, citeFact } from './cite.ts'
import { namespaceOf } from './identity.ts'
import type { Given, ListStatement, Overlay } from './inputs.ts'
import type { Known, Successor } from './known.ts'
import { type Catalog, covers, incompleteOf, missingLists, type ReadList } from './lists.ts'
import { isAcceptable, LEVEL, rate } from './rate.ts'

export interface Context {
  active: ActivePack
  target: TargetProfile
  catalog: Catalog
  lists: readonly ReadList[]
  records: ReadonlyMap<string, Record>
  decisions: ReadonlyMap<string, readonly DecisionRow[]>
  maxHops: number
  projectId?: string | undefined
  /** The tenant and system of the customer's own names that no upload contains. */
  home: Home
}

export interface Judged {
  rating: Rating
  acceptable: boolean
}

/** By short form. Names with identical facts share a rating. */
export function assemble(context: Context, names: readonly Named[], judge = openJudge(context)): Map<string, Known> {
  const found = new Map<string, Known>()
  for (const { type, name } of names) {
    const form = `${type}:${name}`
    if (!found.has(form)) found.set(form, knownOf(context, judge, { type, name }))
  }
  return found
}

const NOTHING = { facts: [], edges: [] }

export function knownOf(context: Context, judge: (named: Named) => Judged, named: Named): Known {
  const record = context.records.get(shortForm(named)) ?? { named, ...NOTHING }
  const { pack } = context.active
  let citations: readonly Citation[] | undefined
  return {
    named,
    artifact: record.facts.length > 0 ? listedRef(pack.naming, named) : addressOf(pack, context.home, named),
    facts: record.facts,
    ...judge(named),
    successors: chainOf(named, context.records, context.maxHops).map((link) => successorOf(context, judge, link)),
    // Lazy: most callers that look up thousands of names never read the citations.
    get citations() {
      citations ??= citationsOf(context, record)
      return citations
    },
  }
}

function successorOf({ active, records }: Context, judge: (named: Named) => Judged, link: Link): Successor {
  const { pack } = active
  const artifact = listedRef(pack.naming, link.named)
  if (link.relation === 'concept')
    return { ...link, artifact, code: pack.scheme.unknown, acceptable: false, available: false }
  const { rating, acceptable } = judge(link.named)
  const available = (records.get(shortForm(link.named))?.facts.length ?? 0) > 0
  return { ...link, artifact, code: rating.code, acceptable, available }
}

/** Rates each combination of facts once. */
export function openJudge(context: Context): (named: Named) => Judged {
  const { active, target, catalog, records, decisions, projectId } = context
  const missing = missingLists(catalog, target)
  const incomplete = incompleteOf(catalog, target)
  const ratings = new Map<string, Rating>()
  const covered = new Map<string, boolean>()
  return (named) => {
    const form = shortForm(named)
    const facts = records.get(form)?.facts ?? []
    const decided = decisions.get(form) ?? []
    if (!covered.has(named.type)) covered.set(named.type, covers(catalog, target, named.type))
    const given = {
      named,
      facts,
      coversType: covered.get(named.type)!,
      overlay: overlayOf(decided),
      missing,
      incomplete,
    }
    const key = signatureOf(active, given)
    const rating = ratings.get(key) ?? rate(active, target, given)
    ratings.set(key, rating)
    return { rating, acceptable: isAcceptable(target, rating.code, isExempted(decided, projectId)) }
  }
}

export const rulesReadNames = ({ tables }: ActivePack['pack']): boolean =>
  tables[LEVEL]?.inputs.includes('subject.name') ?? false

/** Everything about a thing that the rules can read. */
function signatureOf({ pack }: ActivePack, { named, facts, coversType, overlay }: Given): string {
  const name = rulesReadNames(pack) ? named.name : ''
  let text = `${named.type}|${name}|${namespaceOf(pack, named.name)}|${coversType}|${overlay?.level ?? ''}|${overlay?.reviewed ?? ''}`
  for (const fact of facts) text += `|${fact.list_id}|${fact.state}|${fact.successor_kind}|${labelsOf(fact)}`
  return text
}
const labelsOf = ({ labels, attributes }: ListStatement): string =>
  `${labels.length > 0 ? labels.join(',') : ''}${attributes ? JSON.stringify(attributes) : ''}`

/** The workspace's latest overlay. */
export function overlayOf(decisions: readonly DecisionRow[]): Overlay | undefined {
  const decision = overlayDecision(decisions)
  return decision && { level: String(decision.value.level), reviewed: decision.reviewed }
}
const overlayDecision = (decisions: readonly DecisionRow[]): DecisionRow | undefined =>
  decisions.findLast(({ kind, value }) => kind === 'overlay' && typeof value.level === 'string')

export const isExempted = (decisions: readonly DecisionRow[], projectId: string | undefined): boolean =>
  decisions.some(({ kind, project_id }) => kind === 'exemption' && (project_id === null || project_id === projectId))

/** The facts in order, then the overlay: ratings refer to citations by number. */
export function citationsOf({ catalog, decisions }: Context, record: Record): Citation[] {
  const citations = record.facts.map((fact, place) =>
    citeFact(place + 1, fact, catalog.byEntry.get(fact.entry_id)!, successorNames(record, fact.entry_id)),
  )
  const overlay = overlayDecision(decisions.get(shortForm(record.named)) ?? [])
  return overlay ? [...citations, citeDecision(citations.length + 1, overlay)] : citations
}

const successorNames = ({ edges }: Record, entryId: string): string[] =>
  edges
    .filter((edge) => edge.entry_id === entryId)
    .map(({ successor_type, successor_key }) => `${successor_type}:${successor_key}`)
