// Finds statements of one vendor that cannot both be true. We do not decide which one is, so neither counts as evidence.
import type { ClaimFacts } from './facts.ts'
import { plainName } from './names.ts'
import { CATEGORY, relationOf, subjectOf, topicOf } from './vocabulary.ts'

type Statement = Pick<ClaimFacts, 'source_id' | 'category' | 'predicate' | 'value' | 'state' | 'relation' | 'details'>

/** Maps each disputed claim to all claims that contradict it. */
export function disputes<T extends Statement>(claims: readonly T[]): Map<T, T[]> {
  const found = new Map<T, T[]>()
  for (const group of Map.groupBy(claims, matterOf).values()) {
    if (!group.some(isDoubt)) continue
    for (const claim of group) {
      const against = group.filter((other) => contradict(claim, other))
      if (against.length > 0) found.set(claim, against)
    }
  }
  return found
}

export const contradictions = <T extends Statement>(claims: readonly T[]): T[] => [...disputes(claims).keys()]

/** The claims that count as evidence. */
export function undisputed<T extends Statement>(claims: readonly T[]): readonly T[] {
  const disputed = disputes(claims)
  return disputed.size === 0 ? claims : claims.filter((claim) => !disputed.has(claim))
}

/** Key of the subject that claims may dispute. For certificates it is the family: a denial of SOC 2 covers its types. */
export function matterOf(claim: Omit<Statement, 'source_id'>): string {
  if (claim.category === CATEGORY.certification) return `certification ${familyOf(claim)}`
  return claim.category === CATEGORY.subprocessor ? `subprocessor ${plainName(claim.value)}` : topicOf(claim)
}

/** Whether two statements about one subject contradict each other. So do a held certificate and one in progress elsewhere. */
export function contradict(one: Statement, other: Statement): boolean {
  // Fast path: hardly any pair disputes anything, and a vendor with many pages has many pairs.
  if (!isDoubt(one) && !isDoubt(other)) return false
  if (one.category === CATEGORY.aiTraining) return areOpposed(one, other)
  const [yes, no] = relationOf(one) === 'supports' ? [one, other] : [other, one]
  if (relationOf(yes) !== 'supports' || (no.relation !== 'refutes' && no.state !== 'in_progress')) return false
  if (yes.category === CATEGORY.certification) return isDenied(yes, no)
  // A list may name a company twice, and one of the entries may have ended.
  const isOneList = yes.category === CATEGORY.subprocessor && yes.source_id === no.source_id
  // The status of a service may change every hour.
  return no.relation === 'refutes' && yes.category !== CATEGORY.status && !isOneList
}

/** A certificate that expired on the day it names is not a denial: other pages may show its renewal. */
function isDenied(yes: Statement, no: Statement): boolean {
  const isSame = subjectOf(yes.value) === subjectOf(no.value)
  if (no.state === 'expired' && no.details.expires_on !== undefined) return false
  if (no.relation === 'refutes') return isSame || subjectOf(no.value) === familyOf(yes)
  return isSame && no.state === 'in_progress' && yes.source_id !== no.source_id
}

/** Whether customer data trains models by default. Other values are about special cases. */
const TRAINS_BY_DEFAULT: Readonly<Record<string, boolean>> = { yes: true, opt_out: true, no: false, opt_in: false }

function areOpposed(one: Statement, other: Statement): boolean {
  const [here, there] = [one, other].map((claim) =>
    relationOf(claim) === 'supports' ? TRAINS_BY_DEFAULT[claim.value] : undefined,
  )
  return here !== undefined && there !== undefined && here !== there
}

/** Only statements like these can start a dispute. */
export const isDoubt = ({ category, relation, state }: Pick<Statement, 'category' | 'relation' | 'state'>): boolean =>
  relation === 'refutes' || state === 'in_progress' || category === CATEGORY.aiTraining

const familyOf = ({ value, details }: Pick<Statement, 'value' | 'details'>): string =>
  String(details.family ?? subjectOf(value))
