// Terms of contracts, places of data, dates of policies and incidents, before and now.
import { CATEGORY } from '../vendors/derive/vocabulary.ts'
import { type Change, hasOtherWords, isSaidBy, type Pages, type Severity, supports } from './change.ts'
import type { Said } from './tables.ts'

/** Retention and the time until a breach is told weigh most; so does where data is kept. */
const WEIGHTY: ReadonlySet<string> = new Set(['breach_notice_hours', 'deletion_days'])

/** One answer for each term of an agreement. */
export function compareClauses(pages: Pages): Change[] {
  const weight = ({ predicate }: Said): Severity => (WEIGHTY.has(predicate) ? 'major' : 'minor')
  return answers(pages, CATEGORY.dpa).flatMap(({ before, after }): Change[] => {
    if (before && after) {
      if (before.value !== after.value)
        return [{ event_type: 'policy.clause_changed', severity: weight(after), before, after }]
      return hasOtherWords(before, after) ? [{ event_type: 'claim.changed', severity: 'minor', before, after }] : []
    }
    const one = after ?? before
    if (!one || pages.elsewhere.some((other) => other.predicate === one.predicate && other.value === one.value))
      return []
    if (after) return [{ event_type: 'claim.added', severity: 'minor', before: null, after }]
    return [{ event_type: 'claim.removed', severity: weight(one), before: one, after: null }]
  })
}

/** The regions of data are one answer together. */
export function compareResidency({ before, after, elsewhere }: Pages): Change[] {
  const kept = (claims: readonly Said[]) =>
    claims.filter((claim) => claim.category === CATEGORY.residency && claim.state === 'affirmed')
  const [was, is] = [kept(before), kept(after)]
  const come = is.filter((claim) => !has(was, claim) && !isSaidBy(elsewhere, claim))
  const gone = was.filter((claim) => !has(is, claim) && !isSaidBy(elsewhere, claim))
  const [newest, oldest] = [come[0] ?? is[0], gone[0] ?? was[0]]
  if (come.length + gone.length === 0) return []
  if (newest && oldest)
    return [
      {
        event_type: 'policy.clause_changed',
        severity: 'major',
        before: together(oldest, was),
        after: together(newest, is),
      },
    ]
  if (newest) return [{ event_type: 'claim.added', severity: 'minor', before: null, after: together(newest, is) }]
  return oldest ? [{ event_type: 'claim.removed', severity: 'major', before: together(oldest, was), after: null }] : []
}

const has = (claims: readonly Said[], one: Said): boolean => claims.some(({ value }) => value === one.value)
const together = (one: Said, all: readonly Said[]): Said => ({
  ...one,
  value: all
    .map(({ value }) => value)
    .toSorted()
    .join(', '),
})

/** That a page was touched on another day is no news; that its terms hold from another day is. */
export function compareDates({ before, after }: Pages): Change[] {
  const find = (claims: readonly Said[]) =>
    claims.find(({ category, predicate }) => category === CATEGORY.policy && predicate === 'effective_date')
  const [was, is] = [find(before), find(after)]
  if (!was || !is || was.value === is.value) return []
  return [{ event_type: 'policy.effective_date_changed', severity: 'minor', before: was, after: is }]
}

export function compareStatus({ before, after }: Pages): Change[] {
  const find = (claims: readonly Said[]) => claims.find(({ category }) => category === CATEGORY.status)
  const [was, is] = [find(before), find(after)]
  if (!was || !is || isIncident(was) === isIncident(is)) return []
  if (!isIncident(is)) return [{ event_type: 'status.incident_resolved', severity: 'info', before: was, after: is }]
  const severity = is.value === 'minor' ? 'minor' : 'major'
  return [{ event_type: 'status.incident_started', severity, before: was, after: is }]
}

const isIncident = ({ state }: Said): boolean => state !== 'negated'

/** What is left has one answer for each question: encryption, tests, disclosure, AI. */
export function compareOthers(pages: Pages): Change[] {
  return answers(pages).flatMap(({ before, after }): Change[] => {
    if (before && after) return changed(before, after)
    const one = after ?? before
    if (!one || isSaidBy(pages.elsewhere, one)) return []
    if (after) return [{ event_type: 'claim.added', severity: 'minor', before: null, after }]
    return [{ event_type: 'claim.removed', severity: 'minor', before: one, after: null }]
  })
}

function changed(before: Said, after: Said): Change[] {
  const isOther = before.value !== after.value || before.state !== after.state
  // Which sentence advertises AI is not what matters.
  const isReworded = after.category !== CATEGORY.ai && hasOtherWords(before, after)
  if (!isOther && !isReworded) return []
  return [{ event_type: 'claim.changed', severity: isWeighty(before, after) ? 'major' : 'minor', before, after }]
}

/** What weighs: what was supported is not any more; of training on customer data, that it was ruled out and is not any more. */
function isWeighty(before: Said, after: Said): boolean {
  // How long data is kept matters either way.
  if (after.category === CATEGORY.retention) return before.value !== after.value
  if (after.category === CATEGORY.aiTraining) return before.value === 'no' && after.value !== 'no'
  return supports(before) && !supports(after)
}

const ELSEWHERE: ReadonlySet<string> = new Set([
  CATEGORY.certification,
  CATEGORY.subprocessor,
  CATEGORY.dpa,
  CATEGORY.residency,
  CATEGORY.policy,
  CATEGORY.status,
])

/** The best claim for each question of a category, or of all that have no comparison of their own. */
function answers({ before, after }: Pages, category?: string): { before?: Said; after?: Said }[] {
  const isMeant = (claim: Said) =>
    claim.relation !== 'background' && (category ? claim.category === category : !ELSEWHERE.has(claim.category))
  const best = (claims: readonly Said[]) =>
    new Map(
      claims
        .filter(isMeant)
        .toSorted((a, b) => a.confidence - b.confidence)
        .map((claim) => [`${claim.category} ${claim.predicate}`, claim]),
    )
  const [was, is] = [best(before), best(after)]
  return [...new Set([...was.keys(), ...is.keys()])].map((key) => {
    const [one, other] = [was.get(key), is.get(key)]
    return { ...(one && { before: one }), ...(other && { after: other }) }
  })
}
