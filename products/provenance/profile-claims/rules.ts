// How a claim of a profile goes, what proves it, and who may not prove it by mail. Pure: facts in, verdict out.
import type { VerbOf } from '@veritrace/contract/event-types'
import type { ClaimStatus, ProfileClaim } from '@veritrace/contract/provenance/profile-claims'

/** Who takes a step: the claimant, an operator, or a proof that was found or lost. */
export type Hand = 'claimant' | 'operator' | 'proof'
interface Transition {
  by: readonly Hand[]
  /** Its name in the audit log. */
  action: VerbOf<'profile_claim'>
}

/** From, to, who, and what it is called. Every other pair is refused. */
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

/** What that hand may do from there. */
export const allowedFrom = (from: ClaimStatus, hands: readonly Hand[]): string[] =>
  Object.entries(TRANSITIONS[from])
    .filter(([, step]) => step.by.some((hand) => hands.includes(hand)))
    .map(([to]) => to)

const HOUR = 3_600_000
const DAY = 24 * HOUR
export const TOKEN_DAYS = 7
export const STARTED_PER_DAY = 20
/** A proof that was there once may be gone for a day: sites are rebuilt, and nobody is to lose a profile by that. */
const MISSES_ALLOWED = 1

export const expiryOf = (now: Date): Date => new Date(now.getTime() + TOKEN_DAYS * DAY)
export const dayBefore = (now: Date): Date => new Date(now.getTime() - DAY)

/** When a proof is looked for again. A mailbox proves itself, so nothing is done before the token runs out. */
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

/** Why a token opens nothing, or undefined where it does. */
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

/** Everyone can have a mailbox at these: it says nothing about who runs the company. */
const MAILBOXES_FOR_ALL: ReadonlySet<string> = new Set([
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

/** Why this mailbox proves nothing, or undefined where it does. Names below the domain may be given to customers. */
export function mailboxProblem(email: string, domain: string): string | undefined {
  if (MAILBOXES_FOR_ALL.has(domain.toLowerCase()))
    return `Everyone can have a mailbox at ${domain}; prove the claim by DNS, by a file or by a meta tag.`
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

/** Of the site that the directory knows, as long as that is at the vendor's own domain. */
export function siteOf({ primary_domain, website_url }: Pick<Place, 'primary_domain' | 'website_url'>): string {
  const url = URL.canParse(website_url) ? new URL(website_url) : undefined
  return url && isOwnHost(url.hostname, primary_domain) ? url.origin : `https://${primary_domain}`
}
export const fileOf = (place: Place): string => siteOf(place) + FILE

/** A redirect must not lead the proof to someone else, nor to a host of the vendor that others fill. */
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
      instructions: 'Serve this line as plain text there and keep it.',
    }
  if (method === 'html_meta')
    return {
      kind: 'meta_tag',
      name: META_NAME,
      value,
      instructions: `Put <meta name="${META_NAME}" content="${value}"> into the head of ${siteOf(place)}/ and keep it.`,
    }
  const instructions = `Follow the link in the message to ${contact_email}, or send its token to POST /public/claims/verify.`
  return { kind: 'email', name: contact_email, value: '', instructions }
}

/** One line of the file is the proof. */
export const hasLine = (text: string, value: string): boolean =>
  text.split(/\r?\n/).some((line) => line.trim() === value)
