// Certificates of a page before and now: one state for each, that of the best evidence.
import { STATES } from '../extract/confidence.ts'
import type { AssertionState } from '../extract/types.ts'
import { CATEGORY, subjectOf } from '../vendors/derive/vocabulary.ts'
import { type Change, hasOtherWords, isBackground, isSaidBy, type Pages, supports } from './change.ts'
import type { Said } from './tables.ts'

/** From here on nothing is decided: product features, definitions, bare mentions. */
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
    ...fresh.filter((claim) => !isSaidBy(elsewhere, claim)).flatMap(added),
    ...left.filter((claim) => !isSaidBy(elsewhere, claim)).flatMap(removed),
  ]
}

function bestBySubject(claims: readonly Said[]): Map<string, Said> {
  const best = new Map<string, Said>()
  for (const claim of claims) {
    const known = best.get(subjectOf(claim.value))
    const isDecided = rank(claim) <= LAST_DECIDED && claim.category === CATEGORY.certification
    if (isDecided && (!known || rank(claim) < rank(known))) best.set(subjectOf(claim.value), claim)
  }
  return best
}

const rank = ({ state }: Said): number => STATES[state as AssertionState]?.rank ?? Number.POSITIVE_INFINITY

/** Type 1 that gives way to type 2 is the same report in another state, neither lost nor new. */
function withinFamilies(gone: Said[], come: Said[]): { moved: Change[]; left: Said[]; fresh: Said[] } {
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

function changed(before: Said, after: Said | undefined): Change[] {
  if (!after) return []
  if (before.state === after.state) {
    if (isBackground(after) || !hasOtherWords(before, after)) return []
    return [{ event_type: 'claim.changed', severity: 'minor', before, after }]
  }
  const lost = supports(before) && !supports(after)
  const event_type = lost && after.state === 'expired' && isOwn(after) ? 'certification.expired' : statusOf(after)
  return [{ event_type, severity: lost ? 'major' : 'minor', before, after }]
}

const added = (after: Said): Change[] =>
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

function removed(before: Said): Change[] {
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

/** A law can only be declared, and an agreement is offered: neither is a certificate. */
const isOwn = ({ predicate }: Said): boolean => predicate === 'certification'
const statusOf = (claim: Said) => (isOwn(claim) ? 'certification.status_changed' : 'claim.changed')
