// Compares contract terms, data locations, policy dates and incidents.
import { CATEGORY } from '../vendors/derive/vocabulary.ts'
import { type Change, isReworded, isStatedIn, type Pages, type Severity, supports } from './change.ts'
import type { Statement } from './tables.ts'

/** A change of the breach notice period or of data deletion is major. */
const WEIGHTY: ReadonlySet<string> = new Set(['breach_notice_hours', 'deletion_days'])

/** Each term of an agreement has one value. */
export function compareClauses(pages: Pages): Change[] {
  const weight = ({ predicate }: Statement): Severity => (WEIGHTY.has(predicate) ? 'major' : 'minor')
  return answers(pages, CATEGORY.dpa).flatMap(({ before, after }): Change[] => {
    if (before && after) {
      if (before.value !== after.value)
        return [{ event_type: 'policy.clause_changed', severity: weight(after), before, after }]
      return isReworded(before, after) ? [{ event_type: 'claim.changed', severity: 'minor', before, after }] : []
    }
    const one = after ?? before
    if (!one || pages.elsewhere.some((other) => other.predicate === one.predicate && other.value === one.value))
      return []
    if (after) return [{ event_type: 'claim.added', severity: 'minor', before: null, after }]
    return [{ event_type: 'claim.removed', severity: weight(one), before: one, after: null }]
  })
}

/** All regions together are one value. */
export function compareResidency({ before, after, elsewhere }: Pages): Change[] {
  const kept = (claims: readonly Statement[]) =>
    claims.filter((claim) => claim.category === CATEGORY.residency && claim.state === 'affirmed')
  const [was, is] = [kept(before), kept(after)]
  const come = is.filter((claim) => !has(was, claim) && !isStatedIn(elsewhere, claim))
  const gone = was.filter((claim) => !has(is, claim) && !isStatedIn(elsewhere, claim))
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

const has = (claims: readonly Statement[], one: Statement): boolean => claims.some(({ value }) => value === one.value)
const together = (one: Statement, all: readonly Statement[]): Statement => ({
  ...one,
  value: all
    .map(({ value }) => value)
    .toSorted()
    .join(', '),
})

/** A new "last updated" date is not reported. A new effective date is. */
export function compareDates({ before, after }: Pages): Change[] {
  const find = (claims: readonly Statement[]) =>
    claims.find(({ category, predicate }) => category === CATEGORY.policy && predicate === 'effective_date')
  const [was, is] = [find(before), find(after)]
  if (!was || !is || was.value === is.value) return []
  return [{ event_type: 'policy.effective_date_changed', severity: 'minor', before: was, after: is }]
}

export function compareStatus({ before, after }: Pages): Change[] {
  const find = (claims: readonly Statement[]) => claims.find(({ category }) => category === CATEGORY.status)
  const [was, is] = [find(before), find(after)]
  if (!was || !is || isIncident(was) === isIncident(is)) return []
  if (!isIncident(is)) return [{ event_type: 'status.incident_resolved', severity: 'info', before: was, after: is }]
  const severity = is.value === 'minor' ? 'minor' : 'major'
  return [{ event_type: 'status.incident_started', severity, before: was, after: is }]
}

const isIncident = ({ state }: Statement): boolean => state !== 'negated'

/** All other categories have one value for each predicate: encryption, tests, disclosure, AI. */
export function compareOthers(pages: Pages): Change[] {
  return answers(pages).flatMap(({ before, after }): Change[] => {
    if (before && after) return changed(before, after)
    const one = after ?? before
    if (!one || isStatedIn(pages.elsewhere, one)) return []
    if (after) return [{ event_type: 'claim.added', severity: 'minor', before: null, after }]
    return [{ event_type: 'claim.removed', severity: 'minor', before: one, after: null }]
  })
}

function changed(before: Statement, after: Statement): Change[] {
  const isOther = before.value !== after.value || before.state !== after.state
  // It does not matter which sentence advertises AI.
  const hasNewWording = after.category !== CATEGORY.ai && isReworded(before, after)
  if (!isOther && !hasNewWording) return []
  return [{ event_type: 'claim.changed', severity: isWeighty(before, after) ? 'major' : 'minor', before, after }]
}

/** Major: support was lost, a retention period changed, or training on customer data is no longer ruled out. */
function isWeighty(before: Statement, after: Statement): boolean {
  // A retention period matters whether it gets longer or shorter.
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

/** The best claim for each predicate of a category, or of all categories without their own comparison. */
function answers({ before, after }: Pages, category?: string): { before?: Statement; after?: Statement }[] {
  const isMeant = (claim: Statement) =>
    claim.relation !== 'background' && (category ? claim.category === category : !ELSEWHERE.has(claim.category))
  const best = (claims: readonly Statement[]) =>
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
