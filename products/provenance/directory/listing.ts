// A vendor in a list, and the checks that a row must pass before it is added to the directory.
import { getDomain, getHostname } from 'tldts'
import { normalAddress } from '../sources/address.ts'
import { classify } from '../sources/classify.ts'
import { isSourceKind, type SourceKind } from '../sources/kinds.ts'

export interface Listing {
  name: string
  slug: string
  domain: string
  aliases: readonly string[]
  /** The vendor's own hosts outside its domain. */
  hosts: readonly string[]
  description: string
  website_url: string
  sources: readonly { kind: SourceKind; url: string }[]
}

/** A row as written. A missing text is ''. */
export interface RawListing {
  name: string
  domain: string
  slug?: string
  aliases?: readonly string[]
  hosts?: readonly string[]
  description?: string
  website?: string
  /** An empty kind is derived from the address. */
  sources?: readonly { kind: string; url: string }[]
}

export type Checked = { listing: Listing } | { problem: string }

const LONGEST_NAME = 120
const LONGEST_TEXT = 500
const MOST_ALIASES = 20
const SLUG = /^(?=.{1,80}$)[a-z0-9]+(?:-[a-z0-9]+)*$/

export function checkListing(raw: RawListing): Checked {
  const name = raw.name.trim().replace(/\s+/g, ' ')
  if (name === '') return { problem: 'the name is missing' }
  if (name.length > LONGEST_NAME) return { problem: `the name is longer than ${LONGEST_NAME} characters` }
  if (raw.domain.trim() === '') return { problem: 'the domain is missing' }
  const domain = plainDomain(raw.domain)
  if (!domain) return { problem: `"${short(raw.domain)}" is not a domain` }
  const slug = raw.slug?.trim() || slugOf(name)
  if (!SLUG.test(slug)) return { problem: `"${short(slug)}" cannot be a slug: use a-z, 0-9 and single hyphens` }
  const website = normalAddress(raw.website?.trim() || `https://${domain}/`)
  if (!website) return { problem: `"${short(raw.website ?? '')}" is not an http or https address` }
  if ((raw.description ?? '').length > LONGEST_TEXT)
    return { problem: `the description is longer than ${LONGEST_TEXT} characters` }
  if ((raw.aliases ?? []).length > MOST_ALIASES) return { problem: `there are more than ${MOST_ALIASES} aliases` }
  const sources = checkSources(raw.sources ?? [])
  if (typeof sources === 'string') return { problem: sources }
  const listing = {
    name,
    slug,
    domain,
    aliases: tidy(raw.aliases),
    hosts: tidy(raw.hosts),
    description: (raw.description ?? '').trim(),
    website_url: website,
    sources,
  }
  return { listing }
}

/** `Acme & Söhne` is `acme-sohne`. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
    .replace(/-+$/, '')

/** Accepts full addresses, because people paste them. A subdomain stays: `aws.amazon.com` is a vendor's domain. */
function plainDomain(raw: string): string | undefined {
  const host = getHostname(raw.trim().toLowerCase())?.replace(/^www\./, '')
  if (!host || /[^a-z0-9.-]/.test(asciiHost(host))) return undefined
  return getDomain(host) && host.includes('.') ? asciiHost(host) : undefined
}

const asciiHost = (host: string): string => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '?')

function checkSources(raw: readonly { kind: string; url: string }[]): Listing['sources'] | string {
  const sources: { kind: SourceKind; url: string }[] = []
  for (const { kind, url } of raw) {
    const address = normalAddress(url)
    if (!address) return `"${short(url)}" is not an http or https address`
    const found = kind === '' ? classify({ url: address, title: '' }) : kind
    if (found === '') return `the kind of ${short(url)} is not clear from its address: set it in the column kind`
    if (!isSourceKind(found)) return `"${short(found)}" is not a kind of source`
    if (!sources.some((one) => one.url === address)) sources.push({ kind: found, url: address })
  }
  return sources
}

const tidy = (texts: readonly string[] = []): string[] => [
  ...new Set(texts.map((text) => text.trim()).filter((text) => text !== '' && text.length <= LONGEST_NAME)),
]
const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
