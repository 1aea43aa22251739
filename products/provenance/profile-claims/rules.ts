// Transitions and proofs of profile claims, and the mailboxes that prove nothing. Pure.
import type { VerbOf } from '@veritrace/contract/event-types'
import type { ClaimStatus, ProfileClaim } from '@veritrace/contract/provenance/profile-claims'

/** A transition is made by the claimant, by an operator, or by a check that found or missed the proof. */
export type Actor = 'claimant' | 'operator' | 'proof'
interface Transition {
  by: readonly Actor[]
  /** Action in the audit log. */
  action: VerbOf<'profile_claim'>
}

/** Allowed transitions by status before and after. All others are refused. */
const TRANSITIONS: Readonly<Record<ClaimStatus, Readonly<Partial<Record<ClaimStatus, Transition>>>>> = {
  pending: {
    verified: { by: ['proof'], action: 'verify' },
    expired: { by: ['proof'], action: 'expire' },
    canceled: { by: ['claimant'], action: 'cancel' },
    rejected: { by: ['operator'], action: 'reject' },
  },
  verified: { revoked: { by: ['operator', 'proof'], action: 'revoke' } },
  rejected: {},
  expired: {},
  canceled: {},
  revoked: {},
}

export const stepOf = (from: ClaimStatus, to: ClaimStatus): Transition | undefined => TRANSITIONS[from][to]

/** The statuses that these actors may set from a status. */
export const allowedFrom = (from: ClaimStatus, actors: readonly Actor[]): string[] =>
  Object.entries(TRANSITIONS[from])
    .filter(([, step]) => step.by.some((actor) => actors.includes(actor)))
    .map(([to]) => to)

const HOUR = 3_600_000
const DAY = 24 * HOUR
export const TOKEN_DAYS = 7
export const STARTED_PER_DAY = 20
/** A proof may be missing for one day: a vendor must not lose its profile while it rebuilds its site. */
const MISSES_ALLOWED = 1

export const expiryOf = (now: Date): Date => new Date(now.getTime() + TOKEN_DAYS * DAY)
export const dayBefore = (now: Date): Date => new Date(now.getTime() - DAY)

/** When to check again. For email, nothing needs checking before the token expires. */
export function nextCheck(
  claim: Pick<ProfileClaim, 'status' | 'method'> & { token_expires_at: Date },
  found: boolean,
  now: Date,
): Date {
  if (claim.status !== 'pending') return new Date(now.getTime() + (found ? 30 : 1) * DAY)
  if (claim.method === 'email_domain') return claim.token_expires_at
  return new Date(Math.min(now.getTime() + HOUR, claim.token_expires_at.getTime()))
}

export const isLost = (misses: number): boolean => misses > MISSES_ALLOWED

/** Why a token is refused, or undefined if it is valid. */
export function refusalOf(
  claim: { status: ClaimStatus; token_expires_at: Date },
  now: Date,
): 'claim_token_used' | 'claim_token_expired' | undefined {
  if (claim.status === 'verified' || claim.status === 'revoked') return 'claim_token_used'
  return claim.status !== 'pending' || claim.token_expires_at <= now ? 'claim_token_expired' : undefined
}

const TOKEN = /^vtc_[A-Za-z0-9_-]{43}$/
export const isToken = (text: string): boolean => TOKEN.test(text)
export const hintOf = (token: string): string => token.slice(-4)

/** Public mailbox providers: an address there proves nothing about the company. */
const PUBLIC_MAILBOXES: ReadonlySet<string> = new Set([
  ...['gmail.com', 'googlemail.com', 'google.com', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'yahoo.com'],
  ...[
    'icloud.com',
    'me.com',
    'mac.com',
    'aol.com',
    'proton.me',
    'protonmail.com',
    'pm.me',
    'fastmail.com',
    'fastmail.fm',
  ],
  ...['zoho.com', 'zohomail.com', 'gmx.com', 'gmx.de', 'gmx.net', 'web.de', 'mail.com', 'mail.ru', 'yandex.ru'],
  ...['yandex.com', 'qq.com', '163.com', '126.com', 'naver.com', 'daum.net', 'tutanota.com', 'tuta.com', 'hey.com'],
  ...['mailbox.org', 'posteo.de', 'runbox.com', 'hushmail.com', 't-online.de', 'free.fr', 'orange.fr', 'laposte.net'],
])

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** Why this mailbox proves nothing, or undefined if it does. Subdomains do not count: they may belong to customers. */
export function mailboxProblem(email: string, domain: string): string | undefined {
  if (PUBLIC_MAILBOXES.has(domain.toLowerCase()))
    return `Anyone can have a mailbox at ${domain}. Prove the claim by DNS, a file or a meta tag.`
  return domainOf(email) === domain.toLowerCase() ? undefined : `The mailbox must be at ${domain}.`
}

export interface Place {
  method: ProfileClaim['method']
  contact_email: string
  primary_domain: string
  website_url: string
  proof: string
}

export const META_NAME = 'trust-claim'
const FILE = '/.well-known/trust-claim.txt'
export const recordName = (domain: string): string => `_trust-claim.${domain}`
export const proofValue = (proof: string): string => `veritrace-claim=${proof}`

/** The site known to the directory if it is on the vendor's own domain, otherwise the domain itself. */
export function siteOf({ primary_domain, website_url }: Pick<Place, 'primary_domain' | 'website_url'>): string {
  const url = URL.canParse(website_url) ? new URL(website_url) : undefined
  return url && isOwnHost(url.hostname, primary_domain) ? url.origin : `https://${primary_domain}`
}
export const fileOf = (place: Place): string => siteOf(place) + FILE

/** True for the domain and its www host. Other subdomains may have content of customers. */
export const isOwnHost = (host: string, domain: string): boolean =>
  host.replace(/^www\./, '') === domain.toLowerCase().replace(/^www\./, '')

export function challengeOf(place: Place): NonNullable<ProfileClaim['challenge']> {
  const value = proofValue(place.proof)
  const { method, contact_email, primary_domain } = place
  if (method === 'dns_txt')
    return {
      kind: 'dns_txt',
      name: recordName(primary_domain),
      value,
      instructions: `Add a TXT record with this value at ${recordName(primary_domain)} and keep it.`,
    }
  if (method === 'well_known')
    return {
      kind: 'file',
      name: fileOf(place),
      value,
      instructions: 'Serve this line as plain text at this address and keep it.',
    }
  if (method === 'html_meta')
    return {
      kind: 'meta_tag',
      name: META_NAME,
      value,
      instructions: `Put <meta name="${META_NAME}" content="${value}"> into the head of ${siteOf(place)}/ and keep it.`,
    }
  const instructions = `Follow the link in the email to ${contact_email}, or send its token to POST /public/claims/verify.`
  return { kind: 'email', name: contact_email, value: '', instructions }
}

/** The proof must be a whole line of the file. */
export const hasLine = (text: string, value: string): boolean =>
  text.split(/\r?\n/).some((line) => line.trim() === value)
