// Claims of a vendor by kind. Each kind is a section of the page with its own anchor.
import { type Html, html } from '@veritrace/platform/http/pages/layout'
import type { ProfileClaim } from '../profiles/load-profile.ts'
import { certificateParts } from '../vendors/derive/certificate-details.ts'
import { reasonsOf, unreadPages } from '../vendors/derive/unread.ts'
import { CATEGORY, isCertificate } from '../vendors/derive/vocabulary.ts'
import { addedVerdict, headingOf, verdictOf } from './claim-labels.ts'
import { folded } from './fold.ts'
import { labelFor } from './labels.ts'
import { type VendorParts, wasRead } from './load-vendor.ts'
import { badge, proofs, quote, table, verdictBadge } from './parts.ts'
import { strongestFirst } from './strength.ts'

export interface Section {
  id: string
  title: string
  /** Number of entries. */
  count: number
  body: Html
}

const FIRST_CERTIFICATES = 5
const FIRST_SUBPROCESSORS = 5
const FIRST_OF_A_KIND = 3

/** The sections for certifications and subprocessors always exist, because having none is information, too. */
export function claimSections(parts: VendorParts): Section[] {
  const kinds = Map.groupBy(parts.claims, kindOf)
  const take = (kind: string): readonly ProfileClaim[] => {
    const some = kinds.get(kind) ?? []
    kinds.delete(kind)
    return some
  }
  const first = [
    certificates(take(CERTIFICATES), namesNone(parts)),
    subprocessors(take(CATEGORY.subprocessor), namesNone(parts)),
  ]
  return [...first, ...[...kinds].map(([kind, some]) => otherClaims(kind, some))]
}

export const claimSection = ({ id, title, body }: Section): Html => html`<h2 id="${id}">${title}</h2>
${body}`

const CERTIFICATES = 'certificates'
/** The extractor stores offered agreements as certifications, but readers look for them elsewhere. */
function kindOf(claim: ProfileClaim): string {
  if (isCertificate(claim)) return CERTIFICATES
  return claim.category === CATEGORY.certification ? CATEGORY.dpa : claim.category
}

const certificates = (claims: readonly ProfileClaim[], none: string): Section => ({
  id: 'certifications',
  title: 'Certifications',
  count: claims.length,
  body:
    claims.length === 0
      ? html`<p>${none}</p>`
      : folded(strongestFirst(claims), FIRST_CERTIFICATES, 'certification', (some, part) =>
          table(`Certifications${part}`, ['Certificate', 'Status', 'Quote'], some.map(certificate), 'certificates'),
        ),
})

const certificate = (claim: ProfileClaim): Html =>
  html`<tr><th scope="row">${certificateName(claim)}${certificateFacts(claim)}</th><td>${verdictBadge(verdictOf(claim))}</td><td>${quote(claim.snippet)}<br>${proofs(claim)}</td></tr>`

const certificateName = ({ value, details }: ProfileClaim): string =>
  labelFor(value.split(':')[0]!) + (typeof details.edition === 'string' ? `:${details.edition}` : '')

const certificateFacts = (claim: ProfileClaim): Html | false => {
  const facts = certificateParts(claim)
  return (
    facts.length > 0 &&
    html`<br><span class="quiet-text">${facts.map(({ label, value }) => `${label} ${value}`).join(', ')}</span>`
  )
}

const subprocessors = (claims: readonly ProfileClaim[], none: string): Section => ({
  id: 'subprocessors',
  title: 'Subprocessors',
  count: claims.length,
  body:
    claims.length === 0
      ? html`<p>${none}</p>`
      : folded(strongestFirst(claims), FIRST_SUBPROCESSORS, 'subprocessor', (some, part) =>
          table(`Subprocessors${part}`, ['Name', 'Purpose', 'Where', 'Read'], some.map(subprocessor), 'subprocessors'),
        ),
})

const subprocessor = (claim: ProfileClaim): Html =>
  html`<tr><th scope="row">${claim.value}${subprocessorBadge(claim)}</th><td>${detail(claim, 'purpose')}</td><td>${detail(claim, 'location')}</td><td>${proofs(claim)}</td></tr>`

function subprocessorBadge({ relation, contradicted_by }: ProfileClaim): Html | false {
  if (contradicted_by.length > 0) return html` ${badge('pages disagree', 'warn')}`
  return relation === 'refutes' && html` ${badge('no longer', 'bad')}`
}

const detail = ({ details }: ProfileClaim, key: string): string => {
  const value = details[key]
  return Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : ''
}

/** A missing claim means something only if pages were read. */
function namesNone(parts: VendorParts): string {
  const name = parts.vendor.display_name
  if (!wasRead(parts)) return `Not known: no page of ${name} could be read yet.`
  const unread = unreadPages(parts.sources, parts.moment)
  const rest = unread.length > 0 ? `; not all pages were read: ${reasonsOf(unread)}` : ''
  return `${name} names none on the pages that were read${rest}.`
}

const otherClaims = (kind: string, claims: readonly ProfileClaim[]): Section => ({
  // The prefix avoids conflicts with other anchors of the page.
  id: `says-${kind.replaceAll('_', '-')}`,
  title: labelFor(kind),
  count: claims.length,
  body: folded(
    strongestFirst(claims),
    FIRST_OF_A_KIND,
    'claim',
    (some) => html`<ul class="rows">${some.map(otherClaim)}</ul>`,
  ),
})

function otherClaim(claim: ProfileClaim): Html {
  const added = addedVerdict(claim)
  return html`<li><strong>${headingOf(claim)}</strong> ${added && verdictBadge(added)}<br>${quote(claim.snippet)}<br>${proofs(claim)}</li>`
}
