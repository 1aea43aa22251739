// One fact, whole and once: what several pages say about the same thing is one claim with all its places and all that
// any of them adds. The order of reading decides nothing: claims are taken by what they say.
import { contradictions } from './contradictions.ts'
import type { ClaimFacts } from './facts.ts'
import { plainName } from './names.ts'
import { CATEGORY, subjectOf } from './vocabulary.ts'

export interface Folded<T> {
  /** The fullest statement, with what the others add. */
  claim: T
  /** All of them, the fullest first. */
  behind: readonly T[]
}
type Foldable = ClaimFacts & { source_url?: string; snippet?: string }

/** What they say is about their page, and another page is another matter. */
const OF_ITS_PAGE: ReadonlySet<string> = new Set([CATEGORY.policy, CATEGORY.status])

export function foldClaims<T extends Foldable>(claims: readonly T[]): Folded<T>[] {
  const disputed = new Set(contradictions(claims))
  const groups = Map.groupBy(claims, (claim) => `${disputed.has(claim)} ${factOf(claim)}`)
  return [...groups.values()].flatMap((group) => (group.length === 1 ? [alone(group[0]!)] : foldGroup(group)))
}

const alone = <T>(claim: T): Folded<T> => ({ claim, behind: [claim] })

/** The fullest first, so that a bare statement joins the one that says most. */
function foldGroup<T extends Foldable>(group: readonly T[]): Folded<T>[] {
  const facts: { claim: T; behind: T[] }[] = []
  for (const one of group.toSorted(fullestFirst)) {
    const fact = facts.find(({ claim }) => agree(claim, one))
    if (!fact) facts.push({ claim: one, behind: [one] })
    else {
      fact.behind.push(one)
      const confidence = Math.max(fact.claim.confidence, one.confidence)
      fact.claim = { ...fact.claim, confidence, details: { ...one.details, ...fact.claim.details } }
    }
  }
  return facts
}

function factOf(claim: Foldable): string {
  const { category, predicate, value, state, relation, source_id, details } = claim
  const subject =
    category === CATEGORY.certification
      ? String(details.family ?? subjectOf(value))
      : category === CATEGORY.subprocessor
        ? plainName(value)
        : value
  return JSON.stringify([category, predicate, subject, state, relation, OF_ITS_PAGE.has(category) && source_id])
}

/** What tells one certificate, or one row of a list, from another; elsewhere whatever a page adds does. */
const APART: Readonly<Record<string, readonly string[]>> = {
  [CATEGORY.certification]: [
    'edition',
    'level',
    'certificate_number',
    'issuer',
    'auditor',
    'period_end',
    'period',
    'expires_on',
    'scope',
  ],
  [CATEGORY.subprocessor]: ['group', 'purpose', 'location'],
  [CATEGORY.ai]: [],
}

/** Neither says what the other does not allow of. */
function agree(one: Foldable, other: Foldable): boolean {
  const names = APART[one.category] ?? [...new Set([...Object.keys(one.details), ...Object.keys(other.details)])]
  const isSame = (name: string): boolean => {
    const [a, b] = [one.details[name], other.details[name]]
    return a === undefined || b === undefined || plain(a) === plain(b)
  }
  return names.every(isSame) && (one.category !== CATEGORY.certification || areOfOneType(one, other))
}

/** "SOC 2" is said of "SOC 2 Type II" too; type I and type II are two reports. */
function areOfOneType(one: Foldable, other: Foldable): boolean {
  const [a, b] = [subjectOf(one.value), subjectOf(other.value)]
  return a === b || a === one.details.family || b === other.details.family
}

function fullestFirst(a: Foldable, b: Foldable): number {
  return (
    specifics(b) - specifics(a) ||
    b.confidence - a.confidence ||
    compare(a.value, b.value) ||
    compare(a.source_url ?? '', b.source_url ?? '') ||
    compare(a.snippet ?? '', b.snippet ?? '') ||
    compare(JSON.stringify(sorted(a.details)), JSON.stringify(sorted(b.details)))
  )
}

const specifics = ({ category, value, details }: Foldable): number =>
  (APART[category] ?? Object.keys(details)).filter((name) => details[name] !== undefined).length +
  Number(category === CATEGORY.certification && subjectOf(value) !== details.family)

const sorted = (details: ClaimFacts['details']) => Object.entries(details).toSorted(([a], [b]) => compare(a, b))
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const plain = (value: unknown): string => JSON.stringify(value).toLowerCase()
