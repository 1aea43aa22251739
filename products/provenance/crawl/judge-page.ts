// Detects error pages in disguise, by comparison with the host's response to an address that cannot exist.
import { newRequestId } from '@veritrace/platform/ids'
import { decode } from '../extract/read/decode.ts'
import { type Judgement, judge } from '../sources/judge.ts'
import { CrawlFailure, Deferred } from './failure.ts'
import { type Baseline, findBaseline, saveBaseline } from './host-store.ts'
import { isHtml } from './media.ts'
import { type FetchDeps, type PageAnswer, type Run, requestPage } from './request-page.ts'

const BASELINE_MS = 30 * 24 * 3_600_000
const LONGEST_BODY = 200_000

/** Throws if the page is not evidence. The last good snapshot stays. */
export async function judgePage(
  deps: FetchDeps,
  run: Run,
  asked: string,
  page: PageAnswer,
  html: string,
): Promise<void> {
  const fetched = {
    url: asked,
    finalUrl: page.url,
    status: page.status,
    headers: page.headers,
    body: html,
    sameTarget: countLanding(run, asked, page.url),
  }
  refuse(judge(fetched), page)
  const baseline = await baselineFor(deps, run, new URL(page.url))
  // A host that answers 404 for missing pages needs no comparison.
  if (baseline?.http_status && baseline.http_status >= 200 && baseline.http_status < 300)
    refuse(judge(fetched, { status: baseline.http_status, finalUrl: baseline.url, body: baseline.body }), page)
}

const SENTENCES = {
  soft_404: 'The page is an error page, although its status reports success',
  challenge_page: 'The page is protected by a challenge',
  needs_browser: 'The page is empty without scripts, and no browser is configured to run them',
} as const

function refuse({ verdict, signals }: Judgement, page: PageAnswer): void {
  if (verdict === 'ok') return
  if (verdict === 'needs_browser' && page.rendered !== '')
    throw new CrawlFailure('empty', 'The page is empty, even with its scripts.', { httpStatus: page.status })
  throw new CrawlFailure(
    verdict === 'needs_browser' ? 'empty' : verdict,
    `${SENTENCES[verdict]} (${signals.join(', ')}).`,
    { httpStatus: page.status, reason: verdict },
  )
}

function countLanding(run: Run, asked: string, landed: string): number {
  if (asked === landed) return 0
  const others = run.landed.get(landed) ?? new Set()
  run.landed.set(landed, others)
  others.add(asked)
  return others.size - 1
}

async function baselineFor(deps: FetchDeps, run: Run, page: URL): Promise<Baseline | undefined> {
  const directory = page.pathname.slice(0, page.pathname.lastIndexOf('/') + 1)
  if (page.pathname === '/') return undefined
  const place = page.origin + directory
  if (!run.baselines.has(place)) run.baselines.set(place, await findOrProbe(deps, run, page, directory))
  return run.baselines.get(place)
}

async function findOrProbe(deps: FetchDeps, run: Run, page: URL, directory: string): Promise<Baseline | undefined> {
  const now = deps.clock.now()
  const known = await findBaseline(deps.db, page.origin, directory, new Date(now.getTime() - BASELINE_MS))
  if (known) return known
  const baseline = await probe(deps, run, new URL(`${directory}no-such-page-${newRequestId().slice(0, 8)}`, page))
  if (baseline) await saveBaseline(deps.db, page.origin, directory, now, baseline)
  return baseline
}

/** Undefined if the probe is disallowed or fails. The page is then judged without a comparison. */
async function probe(deps: FetchDeps, run: Run, url: URL): Promise<Baseline | undefined> {
  const { robots } = run
  try {
    const { status, url: landed, body, contentType } = await requestPage(deps, run, url.href)
    const isPage = status >= 200 && status < 300 && isHtml(contentType)
    return { http_status: status, url: landed, body: isPage ? decode(body, contentType).slice(0, LONGEST_BODY) : '' }
  } catch (error) {
    if (error instanceof CrawlFailure || error instanceof Deferred) return undefined
    throw error
  } finally {
    run.robots = robots
  }
}
