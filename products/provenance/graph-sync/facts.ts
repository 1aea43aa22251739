// Current facts of a vendor as plain triples: vendor, predicate, value. A triple exists while at least one claim
// supports it, and has the highest confidence of these claims.
import type { NewStatement } from '@veritrace/contract/graph/statements'
import { matterOf, undisputed } from '../vendors/derive/contradictions.ts'
import { fact, iriOf, isFact, organizationIri } from './vocabulary.ts'

export interface FactClaim {
  id: string
  category: string
  predicate: string
  value: string
  state: string
  relation: string
  confidence: number
}

export interface Change {
  assert: NewStatement[]
  retract: NewStatement[]
}

/** Keeps the metadata below its limit of 64 KiB. */
const MOST_CLAIMS = 100

/** Only affirmed claims become facts: a certificate that is in progress or denied does not. */
export function factsOf(vendorId: string, claims: readonly FactClaim[]): NewStatement[] {
  const byFact = Map.groupBy(
    claims.filter(({ relation }) => relation === 'supports'),
    (claim) => keyOf(bareFact(vendorId, claim)),
  )
  return [...byFact.values()].map((behind) => ({
    ...bareFact(vendorId, behind[0]!),
    metadata: {
      confidence: Math.max(...behind.map(({ confidence }) => confidence)),
      wasDerivedFrom: behind
        .map(({ id }) => iriOf('claim', id))
        .toSorted()
        .slice(0, MOST_CLAIMS),
    },
  }))
}

type Matter = Parameters<typeof matterOf>[0]
export type CurrentClaim = FactClaim & Matter & { source_id: string }

/** The current facts and names of a vendor, at the time of sending. */
export interface Today {
  facts: readonly NewStatement[]
  /** Facts on the same subjects as the change: a new or ended claim can start or end a contradiction about them. */
  about: readonly NewStatement[]
  /** Empty if the vendor was deleted. */
  vendor: readonly NewStatement[]
}

/** Claims that contradict each other do not become facts. */
export function factsToday(
  vendorId: string,
  current: readonly CurrentClaim[],
  moved: readonly Matter[],
): Pick<Today, 'facts' | 'about'> {
  const matters = new Set(moved.map(matterOf))
  const about = current.filter((claim) => matters.has(matterOf(claim)))
  return { facts: factsOf(vendorId, undisputed(current)), about: factsOf(vendorId, about) }
}

/**
 * The change to send now. Facts and names are those of today, not those when the change was queued, so that a change
 * may arrive late, twice, or after a newer one.
 */
export function asOfToday(vendorId: string, { assert, retract }: Change, { facts, about, vendor }: Today): Change {
  const subject = iriOf('vendor', vendorId)
  const isLasting = (statement: NewStatement): boolean => !isFact(statement) && statement.subject !== subject
  const current = new Map(facts.map((statement) => [keyOf(statement), statement]))
  const touched = new Map(
    [...assert, ...retract, ...about].filter(isFact).map((statement) => [keyOf(statement), statement]),
  )
  const touchedFacts = [...touched].map(([key, statement]) => ({ statement, now: current.get(key) }))
  const names = new Set(vendor.map(keyOf))
  return {
    assert: [...vendor, ...assert.filter(isLasting), ...touchedFacts.flatMap(({ now }) => now ?? [])],
    retract: [
      ...retract.filter((statement) => !isFact(statement) && !names.has(keyOf(statement))),
      ...touchedFacts.flatMap(({ statement, now }) => (now ? [] : [statement])),
    ],
  }
}

const bareFact = (vendorId: string, claim: FactClaim): NewStatement => ({
  subject: iriOf('vendor', vendorId),
  predicate: fact(claim.predicate),
  ...objectOf(claim),
})

/** Companies are nodes, so that queries can follow them from vendor to vendor. All other values are text. */
export function objectOf({ category, value, state }: FactClaim): Pick<NewStatement, 'object' | 'objectType'> {
  if (category === 'subprocessor') return { object: organizationIri(value), objectType: 'iri' }
  const ending = `:${state}`
  return { object: value.endsWith(ending) ? value.slice(0, -ending.length) : value, objectType: 'literal' }
}

const keyOf = ({ subject, predicate, object, objectType }: NewStatement): string =>
  JSON.stringify([subject, predicate, object, objectType])
