// Where a vendor may speak, from everything that was found at its site: pure, bounded, in a fixed order.
import { domainOf, isLocale, normalAddress, ownerOf, sameAddress } from './address.ts'
import { classify } from './classify.ts'
import { isHostedFor } from './hosted.ts'
import { isLookedFor, type SourceKind } from './kinds.ts'
import { KNOWN_HOSTS, KNOWN_PATHS } from './known-paths.ts'
import type { Link } from './links.ts'
import { readManifest } from './manifest.ts'
import { securityTxtPolicies } from './well-known.ts'

type DiscoveryMethod =
  | 'website'
  | 'manifest'
  | 'sitemap'
  | 'footer_link'
  | 'known_path'
  | 'page_link'
  | 'hosted_link'
  | 'security_txt'

export interface Candidate {
  url: string
  kind: SourceKind
  method: DiscoveryMethod
  /** The page that led here. */
  from: string
  title: string
  /** A guess: to be fetched, judged and classified before it is a source. */
  probe: boolean
}

/** What the crawler has read at the vendor's own site. */
export interface Discovered {
  domain: string
  website: string
  /** Hosts that are the vendor's alone, though not of its domain. */
  hosts?: readonly string[]
  manifest?: { url: string; bytes: Uint8Array } | undefined
  securityTxt?: { url: string; text: string } | undefined
  sitemap?: readonly { url: string; from: string }[]
  /** The front page first, then pages about data, such as DPA and privacy policy. */
  pages?: readonly { url: string; links: readonly Link[] }[]
  /** What robots.txt says: what it closes is not even guessed at. */
  allowed(url: string): boolean
}

export const PER_KIND = 3
export const PER_VENDOR = 40
const PROBES_PER_KIND = 4

export function candidates(found: Discovered): Candidate[] {
  const named = [
    ...website(found),
    ...fromManifest(found),
    ...fromSitemap(found),
    ...fromLinks(found, 'footer_link'),
    ...fromLinks(found, 'page_link'),
    ...fromLinks(found, 'hosted_link'),
    ...fromSecurityTxt(found),
  ]
  const open = named.filter(({ url }) => found.allowed(url))
  // What robots.txt closes is a source too: nobody fetches it, and the public is told that it was not read.
  const certain = bounded([...open, ...named.filter((one) => !open.includes(one))])
  const kinds = new Set(certain.filter(({ url }) => found.allowed(url)).map(({ kind }) => kind))
  return [...certain, ...guesses(found, kinds)].slice(0, PER_VENDOR)
}

/** Only the vendor's own domain can say that a page elsewhere is the vendor's. */
const isOfDomain = ({ domain }: Discovered, url: string): boolean => ownerOf(url) === domainOf(domain)

const isOwn = (found: Discovered, url: string): boolean =>
  isOfDomain(found, url) || (found.hosts ?? []).includes(new URL(url).hostname)

function website({ website: raw, domain }: Discovered): Candidate[] {
  const url = normalAddress(raw || `https://${domain}/`)
  return url ? [{ url, kind: 'homepage', method: 'website', from: '', title: '', probe: false }] : []
}

/** What the vendor says itself counts first; a page elsewhere needs the same signs as one that is linked. */
function fromManifest(found: Discovered): Candidate[] {
  if (!found.manifest || !isOfDomain(found, found.manifest.url)) return []
  const { url: from, bytes } = found.manifest
  const sources = readManifest(bytes, from).manifest?.sources ?? []
  return sources
    .filter(({ url, kind }) => isOwn(found, url) || isHostedFor(url, kind, found.domain))
    .map(({ url, kind, title }) => ({ url, kind, method: 'manifest', from, title, probe: false }))
}

/** Cheaper than classifying fifty thousand addresses: what is looked for has one of these in its address. */
const TELLING =
  /trust|secur|sicher|complian|certif|soc|iso|gdpr|hipaa|privac|datensch|dpa|process|auftrag|disclos|vuln|bounty|status|resid|hosting|\bai\b|-ai|ai-|model-card|usage|acceptable/i

function fromSitemap(found: Discovered): Candidate[] {
  return (found.sitemap ?? [])
    .filter(({ url }) => TELLING.test(url) && isOwn(found, url))
    .flatMap(({ url, from }) => {
      const kind = classify({ url, title: '' })
      if (!isLookedFor(kind)) return []
      const candidate: Candidate = { url, kind, method: 'sitemap', from, title: '', probe: false }
      return [{ candidate, away: distance(url) }]
    })
    .toSorted((one, other) => one.away - other.away || one.candidate.url.length - other.candidate.url.length)
    .map(({ candidate }) => candidate)
}

/** Pages near the front are about the vendor; those in another language say the same again. */
function distance(url: string): number {
  const parts = new URL(url).pathname.split('/').filter((part) => part !== '')
  return parts.length + (isLocale(parts[0] ?? '') ? 5 : 0)
}

function fromLinks(found: Discovered, method: 'footer_link' | 'page_link' | 'hosted_link'): Candidate[] {
  return (found.pages ?? [])
    .filter((page) => isOfDomain(found, page.url))
    .flatMap(({ url: from, links }) =>
      links.flatMap(({ url, text, footer }): Candidate[] => {
        const own = isOwn(found, url)
        if (method !== (own ? (footer ? 'footer_link' : 'page_link') : 'hosted_link')) return []
        const kind = classify({ url, title: '', anchor: text })
        if (!isLookedFor(kind) || (!own && !isHostedFor(url, kind, found.domain))) return []
        return [{ url, kind, method, from, title: text, probe: false }]
      }),
    )
}

function fromSecurityTxt(found: Discovered): Candidate[] {
  if (!found.securityTxt || !isOfDomain(found, found.securityTxt.url)) return []
  const { url: from, text } = found.securityTxt
  return [
    { url: from, kind: 'security_txt', method: 'security_txt', from, title: 'security.txt', probe: false },
    ...securityTxtPolicies(text, from)
      .filter((url) => isOwn(found, url) || isHostedFor(url, 'vulnerability_disclosure', found.domain))
      .map(
        (url): Candidate => ({
          url,
          kind: 'vulnerability_disclosure',
          method: 'security_txt',
          from,
          title: '',
          probe: false,
        }),
      ),
  ]
}

/** The usual places, for kinds that nothing has led to. */
function guesses({ website: raw, domain, allowed }: Discovered, known: ReadonlySet<SourceKind>): Candidate[] {
  const base = normalAddress(raw || `https://${domain}/`)
  if (!base) return []
  const { protocol, port } = new URL(base)
  const guess = (kind: SourceKind, url: string): Candidate => ({
    url,
    kind,
    method: 'known_path',
    from: base,
    title: '',
    probe: true,
  })
  const hosts = KNOWN_HOSTS.filter(([kind]) => !known.has(kind)).map(([kind, label]) =>
    guess(kind, `${protocol}//${label}.${domainOf(domain)}${port ? `:${port}` : ''}/`),
  )
  const paths = KNOWN_PATHS.filter(([kind]) => !known.has(kind)).flatMap(([kind, found]) =>
    found
      .map((path) => guess(kind, new URL(path, base).href))
      .filter(({ url }) => allowed(url))
      .slice(0, PROBES_PER_KIND),
  )
  return [...hosts.filter(({ url }) => allowed(url)), ...paths]
}

/** The first of each address, and only so many of each kind. */
function bounded(all: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>()
  const perKind = new Map<SourceKind, number>()
  return all.filter(({ url, kind }) => {
    const count = perKind.get(kind) ?? 0
    if (seen.has(sameAddress(url)) || count >= PER_KIND) return false
    seen.add(sameAddress(url))
    perKind.set(kind, count + 1)
    return true
  })
}
