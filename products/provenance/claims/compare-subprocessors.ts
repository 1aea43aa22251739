// Lists of subprocessors before and now: who came, who left, who is treated otherwise. A list that is only written in
// another form is the same list.
import { placesIn } from '../extract/language/places.ts'
import { isSameName, mayBeTheSame, plainName } from '../vendors/derive/names.ts'
import { CATEGORY } from '../vendors/derive/vocabulary.ts'
import type { Change, Pages } from './change.ts'
import { wordsOf } from './draft.ts'
import type { Said } from './tables.ts'

/** Where data goes and whose law applies is what a reader must know. */
const WEIGHTY = ['location', 'corporate_location'] as const
const OTHERS = ['purpose', 'data', 'safeguard', 'group'] as const

export function compareSubprocessors({ before, after, elsewhere }: Pages): Change[] {
  const { pairs, left, fresh } = pair(listed(before), listed(after))
  const others = listed(elsewhere)
  const isElsewhere = (claim: Said) => others.some((other) => plainName(other.value) === plainName(claim.value))
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

/** A former one is on the list no more; a planned one is, since that is what notice is given of. */
const listed = (claims: readonly Said[]): Said[] =>
  claims.filter(({ category, state }) => category === CATEGORY.subprocessor && state !== 'expired')

interface Paired {
  pairs: [was: Said, is: Said][]
  left: Said[]
  fresh: Said[]
}

/** First by name, then by the vendor that is meant, then by other names; several old rows may have become one. */
function pair(before: readonly Said[], after: readonly Said[]): Paired {
  const byName = matching(before, after, (was, is) => plainName(was.value) === plainName(is.value))
  const byVendor = matching(
    byName.left,
    byName.fresh,
    (was, is) => was.details.vendor_id !== undefined && was.details.vendor_id === is.details.vendor_id,
  )
  const byOtherNames = matching(byVendor.left, byVendor.fresh, (was, is) => mayBeTheSame(was.value, is.value))
  return { ...byOtherNames, pairs: [...byName.pairs, ...byVendor.pairs, ...byOtherNames.pairs] }
}

function matching(before: readonly Said[], after: readonly Said[], isSame: (was: Said, is: Said) => boolean): Paired {
  const taken = new Set<Said>()
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

function changed(before: Said, after: Said): Change[] {
  const isWeighty = WEIGHTY.some((field) => placesOf(before, field) !== placesOf(after, field))
  const isOther =
    OTHERS.some((field) => textOf(before, field) !== textOf(after, field)) ||
    before.state !== after.state ||
    !isSameName(before.value, after.value)
  if (!isWeighty && !isOther) return []
  return [{ event_type: 'subprocessor.changed', severity: isWeighty ? 'major' : 'minor', before, after }]
}

const textOf = ({ details }: Said, field: string): string => wordsOf(String(details[field] ?? ''))

/** "USA" and "United States" are one place. */
function placesOf(claim: Said, field: string): string {
  const places = placesIn(String(claim.details[field] ?? ''))
  return places.length > 0 ? places.join(', ') : textOf(claim, field)
}
