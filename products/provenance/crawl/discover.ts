// Discovers the pages of a vendor: from its home page, sitemaps, manifest and security.txt, and at common addresses.
import type { Provenance } from '../deps.ts'
import { decode } from '../extract/read/decode.ts'
import { readDocument } from '../extract/read/read.ts'
import { type Candidate, candidates, type Discovered } from '../sources/candidates.ts'
import { classify } from '../sources/classify.ts'
import { MANIFEST_PATH, SECURITY_TXT_PATHS } from '../sources/known-paths.ts'
import { linksOf } from '../sources/links.ts'
import { sitemapRoots, walkSitemaps } from '../sources/sitemap.ts'
import { CrawlFailure, Deferred } from './failure.ts'
import { judgePage } from './judge-page.ts'
import { isHtml } from './media.ts'
import { homeOf } from './queue-crawl.ts'
import { type FetchDeps, getPage, type PageAnswer, type Run } from './request-page.ts'
import { robotsView } from './robots-of.ts'
import type { CrawledVendor } from './store.ts'
import { wholeIfPossible } from './whole-page.ts'

const SITEMAPS = { files: 6, depth: 2, urls: 20_000 }
/** Limit for probes of addresses that no page links to. */
const MOST_PROBES = 12
/** Pages of these kinds usually link to others of them. */
const LINKING_KINDS: ReadonlySet<string> = new Set(['trust_center', 'security', 'privacy', 'dpa'])
const MOST_LINKING = 4

/** Runs once for each run. Skips guesses for kinds of which the vendor already has a working source. */
export async function discover(
  deps: Provenance,
  run: Run,
  vendor: CrawledVendor,
  knownKinds: ReadonlySet<string>,
): Promise<readonly Candidate[]> {
  if (run.found) return run.found
  const home = await readHome(deps, run, vendor)
  const found = await readSite(deps, run, vendor, home)
  const first = candidates(found)
  const linking = await linkingPages(deps, run, vendor, first)
  const all = candidates({ ...found, pages: [...(found.pages ?? []), ...linking] })
  const guesses = all.filter(({ probe, kind }) => probe && !knownKinds.has(kind))
  run.found = [...all.filter(({ probe }) => !probe), ...(await proved(deps, run, guesses))]
  return run.found
}

async function readHome(deps: Provenance, run: Run, vendor: CrawledVendor): Promise<PageAnswer | undefined> {
  try {
    const home = await wholeIfPossible(deps, run, vendor.id, await getPage(deps, run, homeOf(vendor)))
    run.kept.set(home.url, home)
    return home
  } catch (error) {
    if (error instanceof CrawlFailure) run.homeFailure = { failure: error, robots: run.robots }
    if (error instanceof CrawlFailure || error instanceof Deferred) return undefined
    throw error
  }
}

async function readSite(
  deps: FetchDeps,
  run: Run,
  vendor: CrawledVendor,
  home: PageAnswer | undefined,
): Promise<Discovered> {
  const website = home?.url ?? homeOf(vendor)
  const { origin } = new URL(website)
  const robots = await robotsView(deps, origin)
  const read = async (url: string): Promise<Uint8Array | undefined> => (await tryPage(deps, run, url))?.body
  const manifest = await tryPage(deps, run, new URL(MANIFEST_PATH, website).href)
  const isJson = manifest?.contentType.includes('json') ?? false
  return {
    domain: vendor.primary_domain,
    website,
    manifest: isJson ? manifest && { url: manifest.url, bytes: manifest.body } : undefined,
    securityTxt: await securityTxt(deps, run, website),
    sitemap: await walkSitemaps(read, sitemapRoots(origin, robots.sitemaps), vendor.primary_domain, SITEMAPS),
    pages: home ? [pageOf(home)] : [],
    allowed: robots.allows,
  }
}

async function securityTxt(deps: FetchDeps, run: Run, website: string): Promise<Discovered['securityTxt']> {
  for (const path of SECURITY_TXT_PATHS) {
    const page = await tryPage(deps, run, new URL(path, website).href)
    if (!page || !/^contact\s*:/im.test(page.body.toString())) continue
    run.kept.set(page.url, page)
    return { url: page.url, text: page.body.toString() }
  }
  return undefined
}

/** Reads pages for their links, and stores them for the crawl that follows. */
async function linkingPages(deps: Provenance, run: Run, vendor: CrawledVendor, found: readonly Candidate[]) {
  const pages: ReturnType<typeof pageOf>[] = []
  for (const { url } of found.filter(({ kind, probe }) => !probe && LINKING_KINDS.has(kind)).slice(0, MOST_LINKING)) {
    const sent = await tryPage(deps, run, url)
    const page = sent && (await wholeIfPossible(deps, run, vendor.id, sent))
    if (page && isHtml(page.contentType)) pages.push(pageOf(page))
    if (page) run.kept.set(url, page)
  }
  return pages
}

/** A guess counts if the page exists and is of the expected kind. */
async function proved(deps: FetchDeps, run: Run, guesses: readonly Candidate[]): Promise<Candidate[]> {
  const good: Candidate[] = []
  for (const guess of guesses.slice(0, MOST_PROBES)) {
    if (good.some(({ kind }) => kind === guess.kind)) continue
    const page = await tryPage(deps, run, guess.url)
    if (!page || !(await isPageOf(deps, run, guess, page))) continue
    run.kept.set(guess.url, page)
    good.push({ ...guess, probe: false })
  }
  return good
}

async function isPageOf(deps: FetchDeps, run: Run, guess: Candidate, page: PageAnswer): Promise<boolean> {
  if (!isHtml(page.contentType)) return false
  try {
    await judgePage(deps, run, guess.url, page, decode(page.body, page.contentType))
  } catch (error) {
    if (error instanceof CrawlFailure) return false
    throw error
  }
  const { title, text } = await readDocument(page.body, page.contentType)
  return classify({ url: page.url, title, text }) === guess.kind
}

const pageOf = (page: PageAnswer) => ({
  url: page.url,
  links: linksOf(decode(page.body, page.contentType), page.url),
})

/** Undefined if the page is missing or disallowed. Discovery continues without it. */
export async function tryPage(deps: FetchDeps, run: Run, url: string): Promise<PageAnswer | undefined> {
  const kept = run.kept.get(url)
  if (kept) return kept
  try {
    return await getPage(deps, run, url)
  } catch (error) {
    if (error instanceof CrawlFailure || error instanceof Deferred) return undefined
    throw error
  }
}
