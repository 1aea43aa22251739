// Fetches the current page of a source. For a status page, its JSON summary is tried first.
import type { SourceRow } from '../directory-tables.ts'
import { CrawlFailure } from './failure.ts'
import { type FetchDeps, getPage, type PageAnswer, type Run } from './request-page.ts'
import { type Copy, findSnapshot } from './store.ts'

const SUMMARY = '/api/v2/summary.json'

export async function fetchSource(deps: FetchDeps, run: Run, source: SourceRow): Promise<PageAnswer> {
  const kept = run.kept.get(source.url)
  if (kept) return takeKept(run, source.url, kept)
  const last = await copyOf(deps, run, source)
  // A conditional request makes sense only if the existing copy was extracted completely.
  const copy = last?.extract_status === 'completed' ? { etag: source.etag, lastModified: source.last_modified } : {}
  if (source.kind === 'status') {
    const summary = new URL(SUMMARY, source.url).href
    const spoke = last?.url === summary
    if (spoke || !last) {
      const found = await askSummary(deps, run, summary, spoke ? copy : {})
      if (found) return found
    }
    return getPage(deps, run, source.url, spoke ? {} : copy)
  }
  return getPage(deps, run, source.url, copy)
}

/** Preloaded when a whole vendor is crawled. */
async function copyOf({ db }: FetchDeps, run: Run, { last_snapshot_id: id }: SourceRow): Promise<Copy | undefined> {
  if (!id) return undefined
  return run.copies?.get(id) ?? findSnapshot(db, id)
}

/** A page that discovery has just read is not requested again. */
function takeKept(run: Run, url: string, page: PageAnswer): PageAnswer {
  run.kept.delete(url)
  run.robots = page.robots
  return page
}

/** Undefined if the host has no summary. */
async function askSummary(
  deps: FetchDeps,
  run: Run,
  url: string,
  copy: { etag?: string; lastModified?: string },
): Promise<PageAnswer | undefined> {
  try {
    const page = await getPage(deps, run, url, { ...copy, accept: 'application/json' })
    return page.status === 304 || isSummary(page) ? page : undefined
  } catch (error) {
    if (error instanceof CrawlFailure && MISSING.has(error.errorClass)) return undefined
    throw error
  }
}
const MISSING = new Set(['http_404', 'http_410', 'http_403', 'robots_disallowed', 'unsupported_type', 'redirect_loop'])

function isSummary({ contentType, body }: PageAnswer): boolean {
  if (!contentType.includes('json')) return false
  try {
    const { status } = JSON.parse(body.toString()) as { status?: { indicator?: unknown } }
    return typeof status?.indicator === 'string'
  } catch {
    return false
  }
}

/** The last address of a chain of permanent redirects, up to the first temporary one. */
export function movedTo({ hops }: Pick<PageAnswer, 'hops'>): string {
  const temporary = hops.findIndex(({ status }) => status !== 301 && status !== 308)
  const permanent = temporary < 0 ? hops : hops.slice(0, temporary)
  return permanent.at(-1)?.to ?? ''
}
