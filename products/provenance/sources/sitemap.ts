// Reads sitemaps. They come from other sites, so everything about them is limited.
import { gunzipSync } from 'node:zlib'
import { Parser } from 'htmlparser2'
import { domainOf, normalAddress, ownerOf } from './address.ts'

export interface Sitemap {
  urls: string[]
  /** Further sitemaps, if the file is an index. */
  sitemaps: string[]
}

/** The protocol allows 50,000 addresses in 50 MB. */
const MOST_URLS = 50_000
const MOST_BYTES = 10 * 1024 * 1024
/** Parsing blocks the event loop, so the rest of a longer file is not read. */
const READ_BYTES = 3 * 1024 * 1024
const NOTHING: Sitemap = { urls: [], sitemaps: [] }

/** Accepts XML or one address per line, compressed or not. An unreadable file gives nothing. */
export function sitemapUrls(bytes: Uint8Array): Sitemap {
  const text = textOf(bytes)
  if (text === '') return NOTHING
  if (!/^\s*</.test(text.slice(0, 200))) return { urls: addresses(text.split(/\r\n|\r|\n/)), sitemaps: [] }
  const { url, sitemap } = locationsIn(text)
  return { urls: addresses(url), sitemaps: addresses(sitemap) }
}

function textOf(bytes: Uint8Array): string {
  try {
    const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes
    return new TextDecoder().decode(plain.subarray(0, READ_BYTES))
  } catch {
    return ''
  }
}

/**
 * The addresses of all entries. Entities declared in the document are not resolved, because they can grow endlessly.
 */
function locationsIn(text: string): Record<'url' | 'sitemap', string[]> {
  const found = { url: [] as string[], sitemap: [] as string[] }
  const path: string[] = []
  let location = ''
  const parser = new Parser(
    {
      // Namespace prefixes do not matter.
      onopentagname: (name) => {
        path.push(name.slice(name.indexOf(':') + 1))
        location = ''
      },
      ontext: (words) => {
        if (path.length === 3 && path[2] === 'loc') location += words
      },
      onclosetag: () => {
        const [root, entry, name] = path
        if (path.length === 3 && name === 'loc' && location !== '') {
          if (root === 'urlset' && entry === 'url') found.url.push(location)
          if (root === 'sitemapindex' && entry === 'sitemap') found.sitemap.push(location)
        }
        path.pop()
        location = ''
      },
    },
    { xmlMode: true },
  )
  parser.end(text)
  return found
}

const addresses = (found: readonly string[]): string[] => [
  ...new Set(found.slice(0, MOST_URLS).flatMap((raw) => (raw.length < 3 ? [] : (normalAddress(raw) ?? [])))),
]

export interface SitemapLimits {
  files: number
  depth: number
  urls: number
}
const SITEMAP_LIMITS: SitemapLimits = { files: 20, depth: 3, urls: MOST_URLS }

/** The sitemaps named in robots.txt, or the default address if there are none. */
export const sitemapRoots = (origin: string, named: readonly string[]): string[] =>
  named.length > 0 ? [...named] : [new URL('/sitemap.xml', origin).href]

/** All pages of the vendor's sitemaps, each with its sitemap. `read` returns undefined if it fails. */
export async function walkSitemaps(
  read: (url: string) => Promise<Uint8Array | undefined>,
  roots: readonly string[],
  domain: string,
  limits: SitemapLimits = SITEMAP_LIMITS,
): Promise<{ url: string; from: string }[]> {
  const found = new Map<string, string>()
  const visited = new Set<string>()
  let level = roots.filter((url) => URL.canParse(url))
  for (let depth = 0; depth < limits.depth && level.length > 0; depth++) {
    const next: string[] = []
    for (const url of byRelevance(level)) {
      if (visited.has(url) || visited.size >= limits.files) continue
      visited.add(url)
      const bytes = await read(url)
      const { urls, sitemaps } = bytes ? sitemapUrls(bytes) : NOTHING
      // A sitemap may only list pages of the same site (sitemaps.org, "Sitemap file location").
      for (const page of urls)
        if (found.size < limits.urls && !found.has(page) && ownerOf(page) === domainOf(domain)) found.set(page, url)
      next.push(...sitemaps)
    }
    level = next
  }
  return [...found].map(([url, from]) => ({ url, from }))
}

/** Sitemaps of pages and legal texts come before those of products and posts. */
const byRelevance = (urls: readonly string[]): string[] =>
  urls.toSorted((one, other) => relevance(other) - relevance(one))
const relevance = (url: string): number =>
  /legal|trust|secur|polic|compan|static/i.test(url)
    ? 2
    : /blog|post|product|tag|author|news|image|video/i.test(url)
      ? 0
      : 1
