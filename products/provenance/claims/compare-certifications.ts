// Compares the certificates of a page: each subject has one state, that of the best evidence.
import { STATES } from '../extract/confidence.ts'
import type { AssertionState } from '../extract/types.ts'
import { CATEGORY, subjectOf } from '../vendors/derive/vocabulary.ts'
import { type Change, isBackground, isReworded, isStatedIn, type Pages, supports } from './change.ts'
import type { Statement } from './tables.ts'

/** States after this one decide nothing: product features, definitions, bare mentions. */
const LAST_DECIDED = STATES.third_party.rank

export function compareCertifications({ before, after, elsewhere }: Pages): Change[] {
  const was = bestBySubject(before)
  const is = bestBySubject(after)
  const gone = [...was].filter(([subject]) => !is.has(subject)).map(([, claim]) => claim)
  const come = [...is].filter(([subject]) => !was.has(subject)).map(([, claim]) => claim)
  const { moved, left, fresh } = withinFamilies(gone, come)
  const both = [...was].flatMap(([subject, claim]) => changed(claim, is.get(subject)))
  return [
    ...both,
    ...moved,
    ...fresh.filter((claim) => !isStatedIn(elsewhere, claim)).flatMap(added),
    ...left.filter((claim) => !isStatedIn(elsewhere, claim)).flatMap(removed),
  ]
}

function bestBySubject(claims: readonly Statement[]): Map<string, Statement> {
  const best = new Map<string, Statement>()
  for (const claim of claims) {
    const known = best.get(subjectOf(claim.value))
    const isDecided = rank(claim) <= LAST_DECIDED && claim.category === CATEGORY.certification
    if (isDecided && (!known || rank(claim) < rank(known))) best.set(subjectOf(claim.value), claim)
  }
  return best
}

const rank = ({ state }: Statement): number => STATES[state as AssertionState]?.rank ?? Number.POSITIVE_INFINITY

/** Type 1 that is replaced by type 2 is the same report in another state, neither lost nor new. */
function withinFamilies(
  gone: Statement[],
  come: Statement[],
): { moved: Change[]; left: Statement[]; fresh: Statement[] } {
  const moved: Change[] = []
  const fresh = [...come]
  const left = gone.filter((before) => {
    const at = fresh.findIndex(
      (after) => after.details.family === before.details.family && supports(after) && supports(before),
    )
    const [after] = at < 0 ? [] : fresh.splice(at, 1)
    if (after) moved.push({ event_type: statusOf(before), severity: 'minor', before, after })
    return !after
  })
  return { moved, left, fresh }
}

function changed(before: Statement, after: Statement | undefined): Change[] {
  if (!after) return []
  if (before.state === after.state) {
    if (isBackground(after) || !isReworded(before, after)) return []
    return [{ event_type: 'claim.changed', severity: 'minor', before, after }]
  }
  const lost = supports(before) && !supports(after)
  const event_type = lost && after.state === 'expired' && isOwn(after) ? 'certification.expired' : statusOf(after)
  return [{ event_type, severity: lost ? 'major' : 'minor', before, after }]
}

const added = (after: Statement): Change[] =>
  isBackground(after)
    ? []
    : [
        {
          event_type: isOwn(after) && supports(after) ? 'certification.added' : 'claim.added',
          severity: supports(after) ? 'minor' : 'info',
          before: null,
          after,
        },
      ]

function removed(before: Statement): Change[] {
  if (isBackground(before)) return []
  const held = isOwn(before) && supports(before)
  return [
    {
      event_type: held ? 'certification.removed' : 'claim.removed',
      severity: held ? 'major' : 'minor',
      before,
      after: null,
    },
  ]
}

/** Compliance with a law is declared and an agreement is offered: neither is a certificate. */
const isOwn = ({ predicate }: Statement): boolean => predicate === 'certification'
const statusOf = (claim: Statement) => (isOwn(claim) ? 'certification.status_changed' : 'claim.changed')
