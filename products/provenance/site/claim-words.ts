// A claim and how it was judged, in words: a no to an incident is good news, a no to a certificate is not.
import { CATEGORY, isCertificate, isStaleReport } from '../vendors/derive/vocabulary.ts'
import type { ShownClaim } from '../vendors/facts-store.ts'
import type { Tone } from './words.ts'

type Judged = Pick<ShownClaim, 'category' | 'predicate' | 'value' | 'state' | 'relation'> & {
  details?: ShownClaim['details']
}
type Words = Readonly<Record<string, string>>

export interface Verdict {
  words: string
  tone: Tone
}

/** What a reader is told beside the claim. */
export function verdictOf(claim: Judged & { contradicted_by?: readonly string[] }): Verdict {
  return claim.contradicted_by?.length ? { words: 'pages disagree', tone: 'warn' } : ownVerdict(claim)
}

/** What the sentence alone says. */
export function ownVerdict(claim: Judged): Verdict {
  const { category, state, value, details } = claim
  if (details && isStaleReport({ details })) return { words: 'report is stale', tone: 'warn' }
  if (category === CATEGORY.status)
    return state === 'negated' ? { words: 'no incident', tone: 'good' } : { words: 'incident', tone: 'warn' }
  if (category === CATEGORY.aiTraining)
    return state === 'negated'
      ? { words: 'says it does not', tone: 'good' }
      : { words: 'says so', tone: trained(value) }
  return { words: wordsOf(claim)[state] ?? STATES[state] ?? state.replaceAll('_', ' '), tone: toneOf(claim) }
}

/** The verdict where the heading does not say it already. */
export function addedVerdict(claim: Judged & { contradicted_by?: readonly string[] }): Verdict | undefined {
  if (claim.contradicted_by?.length) return verdictOf(claim)
  if (SAID_BY_HEADING.has(claim.category)) return undefined
  if (claim.category !== CATEGORY.certification && claim.relation === 'supports') return undefined
  return verdictOf(claim)
}
const SAID_BY_HEADING: ReadonlySet<string> = new Set([CATEGORY.status, CATEGORY.aiTraining])

/** What the claim is about, without the name of its state, which the verdict puts in words. */
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

function wordsOf(claim: Judged): Words {
  if (isCertificate(claim)) return CERTIFICATE
  if (claim.category === CATEGORY.certification) return AGREEMENT
  return claim.category === CATEGORY.encryption ? ENCRYPTION : {}
}

const toneOf = ({ relation }: Judged): Tone =>
  relation === 'supports' ? 'good' : relation === 'refutes' ? 'bad' : relation === 'mentions' ? 'warn' : 'plain'

const STATES: Words = {
  affirmed: 'says so',
  report_available: 'report available',
  self_declared: 'declares it itself',
  conditional: 'under conditions',
  in_progress: 'in progress',
  aligned: 'aligned only',
  third_party: 'of a provider',
  negated: 'denied',
  expired: 'expired',
  product_feature: 'about its product',
  definition: 'explained only',
  mention: 'mentioned',
  unclear: 'unclear',
}
const CERTIFICATE: Words = {
  affirmed: 'says it holds it',
  third_party: 'held by a provider',
  negated: 'says it does not',
}
const AGREEMENT: Words = { affirmed: 'offered', self_declared: 'offered', negated: 'not offered' }
const ENCRYPTION: Words = { negated: 'says there is none' }
