// Compares lists of subprocessors: added, removed and changed companies. A list in a different format with the same
// content is unchanged.
import { placesIn } from '../extract/language/places.ts'
import { isSameName, mayBeTheSame, plainName } from '../vendors/derive/names.ts'
import { CATEGORY } from '../vendors/derive/vocabulary.ts'
import type { Change, Pages } from './change.ts'
import { normalized } from './draft.ts'
import type { Statement } from './tables.ts'

/** A change of location or jurisdiction is major, because it decides where data goes and which law applies. */
const WEIGHTY = ['location', 'corporate_location'] as const
const OTHERS = ['purpose', 'data', 'safeguard', 'group'] as const

export function compareSubprocessors({ before, after, elsewhere }: Pages): Change[] {
  const { pairs, left, fresh } = pair(listed(before), listed(after))
  const others = listed(elsewhere)
  const isElsewhere = (claim: Statement) => others.some((other) => plainName(other.value) === plainName(claim.value))
  return [
    ...pairs.flatMap(([was, is]) => changed(was, is)),
    ...fresh
      .filter((claim) => !isElsewhere(claim))
      .map((claim): Change => ({ event_type: 'subprocessor.added', severity: 'major', before: null, after: claim })),
    ...left
      .filter((claim) => !isElsewhere(claim))
      .map((claim): Change => ({ event_type: 'subprocessor.removed', severity: 'minor', before: claim, after: null })),
  ]
}

/** Former subprocessors do not count. Planned ones do, because notice is given of them. */
const listed = (claims: readonly Statement[]): Statement[] =>
  claims.filter(({ category, state }) => category === CATEGORY.subprocessor && state !== 'expired')

interface Paired {
  pairs: [was: Statement, is: Statement][]
  left: Statement[]
  fresh: Statement[]
}

/** Pairs by name, then by linked vendor, then by other names. Several old rows may have been merged into one. */
function pair(before: readonly Statement[], after: readonly Statement[]): Paired {
  const byName = matching(before, after, (was, is) => plainName(was.value) === plainName(is.value))
  const byVendor = matching(
    byName.left,
    byName.fresh,
    (was, is) => was.details.vendor_id !== undefined && was.details.vendor_id === is.details.vendor_id,
  )
  const byOtherNames = matching(byVendor.left, byVendor.fresh, (was, is) => mayBeTheSame(was.value, is.value))
  return { ...byOtherNames, pairs: [...byName.pairs, ...byVendor.pairs, ...byOtherNames.pairs] }
}

function matching(
  before: readonly Statement[],
  after: readonly Statement[],
  isSame: (was: Statement, is: Statement) => boolean,
): Paired {
  const taken = new Set<Statement>()
  const pairs: Paired['pairs'] = []
  const left = before.filter((was) => {
    const is = after.find((one) => !taken.has(one) && isSame(was, one)) ?? after.find((one) => isSame(was, one))
    if (!is) return true
    taken.add(is)
    pairs.push([was, is])
    return false
  })
  return { pairs, left, fresh: after.filter((one) => !taken.has(one)) }
}

function changed(before: Statement, after: Statement): Change[] {
  const isWeighty = WEIGHTY.some((field) => placesOf(before, field) !== placesOf(after, field))
  const isOther =
    OTHERS.some((field) => textOf(before, field) !== textOf(after, field)) ||
    before.state !== after.state ||
    !isSameName(before.value, after.value)
  if (!isWeighty && !isOther) return []
  return [{ event_type: 'subprocessor.changed', severity: isWeighty ? 'major' : 'minor', before, after }]
}

const textOf = ({ details }: Statement, field: string): string => normalized(String(details[field] ?? ''))

/** "USA" and "United States" are one place. */
function placesOf(claim: Statement, field: string): string {
  const places = placesIn(String(claim.details[field] ?? ''))
  return places.length > 0 ? places.join(', ') : textOf(claim, field)
}
