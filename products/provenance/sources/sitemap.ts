// Sitemaps: which pages a site names itself. Strangers write them, so everything about them is bounded.
import { gunzipSync } from 'node:zlib'
import { Parser } from 'htmlparser2'
import { domainOf, normalAddress, ownerOf } from './address.ts'

export interface Sitemap {
  urls: string[]
  /** Of an index: further sitemaps. */
  sitemaps: string[]
}

/** The protocol allows 50,000 addresses in 50 MB; who has more to say than this has not sorted it by importance. */
const MOST_URLS = 50_000
const MOST_BYTES = 10 * 1024 * 1024
/** Reading is done in one go, while everything else waits: the rest of a longer one is left unread. */
const READ_BYTES = 3 * 1024 * 1024
const NOTHING: Sitemap = { urls: [], sitemaps: [] }

/** XML, one address per line, or either of them compressed; what cannot be read is empty. */
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

/** The first address of each entry. Entities that a document declares itself are not resolved: they can grow without end. */
function locationsIn(text: string): Record<'url' | 'sitemap', string[]> {
  const found = { url: [] as string[], sitemap: [] as string[] }
  const path: string[] = []
  let location = ''
  const parser = new Parser(
    {
      // Prefixes are free to choose; names mean the same without them.
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

/** Where to begin: what robots.txt names, and the usual place where it names nothing. */
export const sitemapRoots = (origin: string, named: readonly string[]): string[] =>
  named.length > 0 ? [...named] : [new URL('/sitemap.xml', origin).href]

/** What the vendor says that its pages are, with the sitemap that says so; `read` gives undefined for what it cannot. */
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
    for (const url of inOrderOfPromise(level)) {
      if (visited.has(url) || visited.size >= limits.files) continue
      visited.add(url)
      const bytes = await read(url)
      const { urls, sitemaps } = bytes ? sitemapUrls(bytes) : NOTHING
      // A sitemap may speak for its own site only (sitemaps.org, "Sitemap file location").
      for (const page of urls)
        if (found.size < limits.urls && !found.has(page) && ownerOf(page) === domainOf(domain)) found.set(page, url)
      next.push(...sitemaps)
    }
    level = next
  }
  return [...found].map(([url, from]) => ({ url, from }))
}

/** Of many sitemaps, those of pages and terms before those of products and posts. */
const inOrderOfPromise = (urls: readonly string[]): string[] =>
  urls.toSorted((one, other) => promise(other) - promise(one))
const promise = (url: string): number =>
  /legal|trust|secur|polic|compan|static/i.test(url)
    ? 2
    : /blog|post|product|tag|author|news|image|video/i.test(url)
      ? 0
      : 1
