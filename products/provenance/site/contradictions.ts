// Contradictions between pages of a vendor, each as a question with both sentences. We do not decide which one is true.
import { type Html, html } from '@veritrace/platform/pages/layout'
import type { ProfileClaim } from '../profiles/load-profile.ts'
import { matterOf } from '../vendors/derive/contradictions.ts'
import { CATEGORY, subjectOf } from '../vendors/derive/vocabulary.ts'
import { headingOf, ownVerdict } from './claim-labels.ts'
import { labelFor } from './labels.ts'
import { proofs, quote, verdictBadge } from './parts.ts'

export const contradicted = (claims: readonly ProfileClaim[]): ProfileClaim[][] => [
  ...Map.groupBy(
    claims.filter(({ contradicted_by }) => contradicted_by.length > 0),
    matterOf,
  ).values(),
]

export function contradictions(claims: readonly ProfileClaim[]): Html | false {
  const matters = contradicted(claims)
  return (
    matters.length > 0 &&
    html`<h2 id="contradictions">Pages disagree</h2>
<p>These sentences cannot all be true. Only the vendor can clarify them. Until then, none of them counts as evidence.</p>
<ul class="rows">${matters.map(matter)}</ul>`
  )
}

const matter = (
  claims: readonly ProfileClaim[],
): Html => html`<li><strong>${titleOf(claims)}: which one is true?</strong>
${claims.map(side)}</li>`

const side = (claim: ProfileClaim): Html =>
  html`<p class="change">${verdictBadge(ownVerdict(claim))} ${quote(claim.snippet)}<br>${proofs(claim)}</p>`

/** The most specific name, such as "SOC 2 Type II" rather than "SOC 2". */
function titleOf(claims: readonly ProfileClaim[]): string {
  const [first] = claims.toSorted((a, b) => subjectOf(b.value).length - subjectOf(a.value).length)
  const { category, value } = first!
  if (category === CATEGORY.certification) return labelFor(subjectOf(value))
  if (category === CATEGORY.subprocessor) return value
  return headingOf(first!).split(':')[0]!
}
