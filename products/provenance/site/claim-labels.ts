// Labels for claims and how they were judged: denying an incident is good, denying a certificate is not.
import { CATEGORY, isCertificate, isStaleReport } from '../vendors/derive/vocabulary.ts'
import type { ShownClaim } from '../vendors/facts-store.ts'
import type { Tone } from './labels.ts'

type Judged = Pick<ShownClaim, 'category' | 'predicate' | 'value' | 'state' | 'relation'> & {
  details?: ShownClaim['details']
}
type Labels = Readonly<Record<string, string>>

export interface Verdict {
  label: string
  tone: Tone
}

/** The label shown next to the claim. */
export function verdictOf(claim: Judged & { contradicted_by?: readonly string[] }): Verdict {
  return claim.contradicted_by?.length ? { label: 'pages disagree', tone: 'warn' } : ownVerdict(claim)
}

/** The label of the claim alone, without contradictions. */
export function ownVerdict(claim: Judged): Verdict {
  const { category, state, value, details } = claim
  if (details && isStaleReport({ details })) return { label: 'report is stale', tone: 'warn' }
  if (category === CATEGORY.status)
    return state === 'negated' ? { label: 'no incident', tone: 'good' } : { label: 'incident', tone: 'warn' }
  if (category === CATEGORY.aiTraining)
    return state === 'negated'
      ? { label: 'says it does not', tone: 'good' }
      : { label: 'says so', tone: trained(value) }
  return { label: labelsOf(claim)[state] ?? STATES[state] ?? state.replaceAll('_', ' '), tone: toneOf(claim) }
}

/** The label, unless the heading already says it. */
export function addedVerdict(claim: Judged & { contradicted_by?: readonly string[] }): Verdict | undefined {
  if (claim.contradicted_by?.length) return verdictOf(claim)
  if (IN_HEADING.has(claim.category)) return undefined
  if (claim.category !== CATEGORY.certification && claim.relation === 'supports') return undefined
  return verdictOf(claim)
}
const IN_HEADING: ReadonlySet<string> = new Set([CATEGORY.status, CATEGORY.aiTraining])

/** The topic of the claim, without its state, which the label shows. */
export function headingOf({
  claim_text,
  category,
  state,
}: Pick<ShownClaim, 'claim_text' | 'category' | 'state'>): string {
  if (category === CATEGORY.certification) return without(claim_text, `: ${state.replaceAll('_', ' ')}`)
  if (category === CATEGORY.encryption && state === 'negated') return without(claim_text, ': no')
  if (category === CATEGORY.aiAct) return claim_text.replace(/^Denied: /, '')
  if (category === CATEGORY.disclosure)
    return claim_text.replace(/: vdp$/, ': policy').replace(/contact_only$/, 'contact only')
  return claim_text
}

const without = (text: string, end: string): string => (text.endsWith(end) ? text.slice(0, -end.length) : text)

const trained = (value: string): Tone => (value === 'opt_in' ? 'plain' : 'warn')

function labelsOf(claim: Judged): Labels {
  if (isCertificate(claim)) return CERTIFICATE
  if (claim.category === CATEGORY.certification) return AGREEMENT
  return claim.category === CATEGORY.encryption ? ENCRYPTION : {}
}

const toneOf = ({ relation }: Judged): Tone =>
  relation === 'supports' ? 'good' : relation === 'refutes' ? 'bad' : relation === 'mentions' ? 'warn' : 'plain'

const STATES: Labels = {
  affirmed: 'says so',
  report_available: 'report available',
  self_declared: 'self-declared',
  conditional: 'with conditions',
  in_progress: 'in progress',
  aligned: 'only aligned',
  third_party: 'of a provider',
  negated: 'denied',
  expired: 'expired',
  product_feature: 'about its product',
  definition: 'only explained',
  mention: 'mentioned',
  unclear: 'unclear',
}
const CERTIFICATE: Labels = {
  affirmed: 'says it holds it',
  third_party: 'held by a provider',
  negated: 'says it does not',
}
const AGREEMENT: Labels = { affirmed: 'offered', self_declared: 'offered', negated: 'not offered' }
const ENCRYPTION: Labels = { negated: 'says there is none' }
