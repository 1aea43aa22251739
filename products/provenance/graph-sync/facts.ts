// What a vendor says today, as plain triples: vendor, predicate, value. A triple stands as long as one claim supports it,
// and it is as certain as the best of these claims.
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

/** Metadata has room for 64 KiB. */
const MOST_CLAIMS = 100

/** Only what the vendor affirms: a certificate that is in progress or denied is a claim, but no fact. */
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

/** What is true of a vendor on the day of sending: what it says, and what it is called. */
export interface Today {
  facts: readonly NewStatement[]
  /** What a change is about, whether it holds or not: a claim that comes or goes begins or ends a contradiction. */
  about: readonly NewStatement[]
  /** Empty where it is no more. */
  vendor: readonly NewStatement[]
}

/** Claims that contradict each other make no fact. */
export function factsToday(
  vendorId: string,
  standing: readonly CurrentClaim[],
  moved: readonly Matter[],
): Pick<Today, 'facts' | 'about'> {
  const matters = new Set(moved.map(matterOf))
  const about = standing.filter((claim) => matters.has(matterOf(claim)))
  return { facts: factsOf(vendorId, undisputed(standing)), about: factsOf(vendorId, about) }
}

/**
 * The change as it is to be sent now. Facts follow today's claims, and the vendor's names today's vendor, not those of the
 * day when the change was written down, so that it may arrive late, twice, or after a newer one.
 */
export function asOfToday(vendorId: string, { assert, retract }: Change, { facts, about, vendor }: Today): Change {
  const subject = iriOf('vendor', vendorId)
  const isLasting = (statement: NewStatement): boolean => !isFact(statement) && statement.subject !== subject
  const standing = new Map(facts.map((statement) => [keyOf(statement), statement]))
  const touched = new Map(
    [...assert, ...retract, ...about].filter(isFact).map((statement) => [keyOf(statement), statement]),
  )
  const told = [...touched].map(([key, statement]) => ({ statement, now: standing.get(key) }))
  const names = new Set(vendor.map(keyOf))
  return {
    assert: [...vendor, ...assert.filter(isLasting), ...told.flatMap(({ now }) => now ?? [])],
    retract: [
      ...retract.filter((statement) => !isFact(statement) && !names.has(keyOf(statement))),
      ...told.flatMap(({ statement, now }) => (now ? [] : [statement])),
    ],
  }
}

const bareFact = (vendorId: string, claim: FactClaim): NewStatement => ({
  subject: iriOf('vendor', vendorId),
  predicate: fact(claim.predicate),
  ...objectOf(claim),
})

/** Companies are nodes, so that the graph can be walked from one to the next; everything else is text. */
export function objectOf({ category, value, state }: FactClaim): Pick<NewStatement, 'object' | 'objectType'> {
  if (category === 'subprocessor') return { object: organizationIri(value), objectType: 'iri' }
  const ending = `:${state}`
  return { object: value.endsWith(ending) ? value.slice(0, -ending.length) : value, objectType: 'literal' }
}

const keyOf = ({ subject, predicate, object, objectType }: NewStatement): string =>
  JSON.stringify([subject, predicate, object, objectType])
