// Statements of one vendor that cannot both hold. Which of them does is not for us to say, so neither counts as evidence.
import type { ClaimFacts } from './facts.ts'
import { plainName } from './names.ts'
import { CATEGORY, relationOf, subjectOf, topicOf } from './vocabulary.ts'

type Statement = Pick<ClaimFacts, 'source_id' | 'category' | 'predicate' | 'value' | 'state' | 'relation' | 'details'>

/** Each claim that another one contradicts, with all that do. */
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

/** What counts as evidence. */
export function undisputed<T extends Statement>(claims: readonly T[]): readonly T[] {
  const disputed = disputes(claims)
  return disputed.size === 0 ? claims : claims.filter((claim) => !disputed.has(claim))
}

/** What may be disputed: of certificates the whole family, since a no to SOC 2 is a no to its types. */
export function matterOf(claim: Omit<Statement, 'source_id'>): string {
  if (claim.category === CATEGORY.certification) return `certification ${familyOf(claim)}`
  return claim.category === CATEGORY.subprocessor ? `subprocessor ${plainName(claim.value)}` : topicOf(claim)
}

/** Of two statements about one matter. A certificate that is held here and under way there is a question too. */
export function contradict(one: Statement, other: Statement): boolean {
  // Hardly any pair does, and a vendor with many pages has many pairs.
  if (!isDoubt(one) && !isDoubt(other)) return false
  if (one.category === CATEGORY.aiTraining) return areOpposed(one, other)
  const [yes, no] = relationOf(one) === 'supports' ? [one, other] : [other, one]
  if (relationOf(yes) !== 'supports' || (no.relation !== 'refutes' && no.state !== 'in_progress')) return false
  if (yes.category === CATEGORY.certification) return isDenied(yes, no)
  // A list may have two rows of one company, of which one has ended.
  const isOneList = yes.category === CATEGORY.subprocessor && yes.source_id === no.source_id
  // Whether a service runs changes by the hour.
  return no.relation === 'refutes' && yes.category !== CATEGORY.status && !isOneList
}

/** A certificate that has run out on the day it names is no denial: renewals stand on other pages. */
function isDenied(yes: Statement, no: Statement): boolean {
  const isSame = subjectOf(yes.value) === subjectOf(no.value)
  if (no.state === 'expired' && no.details.expires_on !== undefined) return false
  if (no.relation === 'refutes') return isSame || subjectOf(no.value) === familyOf(yes)
  return isSame && no.state === 'in_progress' && yes.source_id !== no.source_id
}

/** Whether customer data trains models when nobody says anything; other answers are about cases. */
const TRAINS_BY_DEFAULT: Readonly<Record<string, boolean>> = { yes: true, opt_out: true, no: false, opt_in: false }

function areOpposed(one: Statement, other: Statement): boolean {
  const [here, there] = [one, other].map((claim) =>
    relationOf(claim) === 'supports' ? TRAINS_BY_DEFAULT[claim.value] : undefined,
  )
  return here !== undefined && there !== undefined && here !== there
}

/** Without one there is nothing to dispute. */
export const isDoubt = ({ category, relation, state }: Pick<Statement, 'category' | 'relation' | 'state'>): boolean =>
  relation === 'refutes' || state === 'in_progress' || category === CATEGORY.aiTraining

const familyOf = ({ value, details }: Pick<Statement, 'value' | 'details'>): string =>
  String(details.family ?? subjectOf(value))
