// Candidate pages of a vendor from everything found on its site. Pure, limited, in a fixed order.
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
  /** The page that links to it. */
  from: string
  title: string
  /** A guess, which must be fetched, judged and classified before it becomes a source. */
  probe: boolean
}

/** The crawler's findings on the vendor's own site. */
export interface Discovered {
  domain: string
  website: string
  /** Other hosts that belong to this vendor alone. */
  hosts?: readonly string[]
  manifest?: { url: string; bytes: Uint8Array } | undefined
  securityTxt?: { url: string; text: string } | undefined
  sitemap?: readonly { url: string; from: string }[]
  /** The home page first, then pages about data, such as DPA and privacy policy. */
  pages?: readonly { url: string; links: readonly Link[] }[]
  /** The robots.txt decision. Disallowed addresses are not guessed. */
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
  // A disallowed page becomes a source, too: it is not fetched, and readers see that it was not read.
  const certain = bounded([...open, ...named.filter((one) => !open.includes(one))])
  const kinds = new Set(certain.filter(({ url }) => found.allowed(url)).map(({ kind }) => kind))
  return [...certain, ...guesses(found, kinds)].slice(0, PER_VENDOR)
}

/** Only the vendor's own domain can vouch for pages elsewhere. */
const isOfDomain = ({ domain }: Discovered, url: string): boolean => ownerOf(url) === domainOf(domain)

const isOwn = (found: Discovered, url: string): boolean =>
  isOfDomain(found, url) || (found.hosts ?? []).includes(new URL(url).hostname)

function website({ website: raw, domain }: Discovered): Candidate[] {
  const url = normalAddress(raw || `https://${domain}/`)
  return url ? [{ url, kind: 'homepage', method: 'website', from: '', title: '', probe: false }] : []
}

/** The vendor's own manifest comes first. A page elsewhere needs the same signs as a linked one. */
function fromManifest(found: Discovered): Candidate[] {
  if (!found.manifest || !isOfDomain(found, found.manifest.url)) return []
  const { url: from, bytes } = found.manifest
  const sources = readManifest(bytes, from).manifest?.sources ?? []
  return sources
    .filter(({ url, kind }) => isOwn(found, url) || isHostedFor(url, kind, found.domain))
    .map(({ url, kind, title }) => ({ url, kind, method: 'manifest', from, title, probe: false }))
}

/** A quick filter, because classifying 50,000 addresses is slow: relevant addresses contain one of these. */
const RELEVANT =
  /trust|secur|sicher|complian|certif|soc|iso|gdpr|hipaa|privac|datensch|dpa|process|auftrag|disclos|vuln|bounty|status|resid|hosting|\bai\b|-ai|ai-|model-card|usage|acceptable/i

function fromSitemap(found: Discovered): Candidate[] {
  return (found.sitemap ?? [])
    .filter(({ url }) => RELEVANT.test(url) && isOwn(found, url))
    .flatMap(({ url, from }) => {
      const kind = classify({ url, title: '' })
      if (!isLookedFor(kind)) return []
      const candidate: Candidate = { url, kind, method: 'sitemap', from, title: '', probe: false }
      return [{ candidate, away: remoteness(url) }]
    })
    .toSorted((one, other) => one.away - other.away || one.candidate.url.length - other.candidate.url.length)
    .map(({ candidate }) => candidate)
}

/** Pages near the root are usually about the vendor itself; pages in another language are duplicates. */
function remoteness(url: string): number {
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

/** Common addresses, for kinds without another candidate. */
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

/** Removes duplicates and limits the number per kind. */
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
