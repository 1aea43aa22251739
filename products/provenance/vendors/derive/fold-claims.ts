// Merges claims of several pages about the same fact into one claim with all places and details. The result does not
// depend on the order in which pages were read.
import { contradictions } from './contradictions.ts'
import type { ClaimFacts } from './facts.ts'
import { plainName } from './names.ts'
import { CATEGORY, subjectOf } from './vocabulary.ts'

export interface Folded<T> {
  /** The most detailed statement, plus details that only others state. */
  claim: T
  /** All merged claims, the most detailed first. */
  members: readonly T[]
}
type Foldable = ClaimFacts & { source_url?: string; snippet?: string }

/** Categories whose claims are about their own page, so claims of different pages are never merged. */
const OF_ITS_PAGE: ReadonlySet<string> = new Set([CATEGORY.policy, CATEGORY.status])

export function foldClaims<T extends Foldable>(claims: readonly T[]): Folded<T>[] {
  const disputed = new Set(contradictions(claims))
  const groups = Map.groupBy(claims, (claim) => `${disputed.has(claim)} ${factOf(claim)}`)
  return [...groups.values()].flatMap((group) => (group.length === 1 ? [alone(group[0]!)] : foldGroup(group)))
}

const alone = <T>(claim: T): Folded<T> => ({ claim, members: [claim] })

/** Starts with the most detailed claim, so that a brief statement joins the one that says most. */
function foldGroup<T extends Foldable>(group: readonly T[]): Folded<T>[] {
  const facts: { claim: T; members: T[] }[] = []
  for (const one of group.toSorted(fullestFirst)) {
    const fact = facts.find(({ claim }) => agree(claim, one))
    if (!fact) facts.push({ claim: one, members: [one] })
    else {
      fact.members.push(one)
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

/** Details that distinguish certificates, or rows of a list. In other categories every detail does. */
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

/** Whether two claims can be one fact: no distinguishing detail differs. */
function agree(one: Foldable, other: Foldable): boolean {
  const names = APART[one.category] ?? [...new Set([...Object.keys(one.details), ...Object.keys(other.details)])]
  const isSame = (name: string): boolean => {
    const [a, b] = [one.details[name], other.details[name]]
    return a === undefined || b === undefined || plain(a) === plain(b)
  }
  return names.every(isSame) && (one.category !== CATEGORY.certification || areOfOneType(one, other))
}

/** "SOC 2" also covers "SOC 2 Type II", but type I and type II are two reports. */
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
