// Fetches files from their addresses: only from hosts that a source names, and only if they have changed.
import { OutsideError } from '@veritrace/platform/outside/safe-fetch'
import type { Casework } from '../../deps.ts'
import type { SourceSpec } from '../../packs/pack.ts'
import { MAX_FILE_BYTES } from '../bytes.ts'
import { isFolder } from '../importers/importers.ts'
import { collectedOf, isOnline } from '../sources.ts'
import type { SourceState } from '../tables.ts'
import { type Gathered, NO_RESPONSE, type Piece, SourceFailed } from './piece.ts'
import { isAllowed } from './robots.ts'
import { findMoved, INDEX_HOSTS, type Indexes, importerAt, listStarred, openIndexes } from './source-index.ts'

export const AGENT = 'VeritraceCasework'
export const COLLECTOR_VERSION = '1.0'
const TIMEOUT_MS = 120_000
const MAX_REDIRECTS = 3

interface FetchOptions {
  known: SourceState | undefined
  indexes: Indexes
  /** Files that sources of the pack name in full. */
  named: ReadonlySet<string>
  signal: AbortSignal | undefined
}

type Fetching = Pick<Casework, 'safeFetch' | 'packs' | 'publicUrl'>

export async function* gatherOnline(
  deps: Fetching,
  source: SourceSpec,
  { known, indexes, named, signal }: FetchOptions,
): AsyncGenerator<Piece, Gathered> {
  if (source.uri.includes('*')) return yield* gatherStarred(deps, source, { indexes, named, signal })
  if (isFolder(source.importer))
    throw new SourceFailed('network', 'A folder cannot be fetched. Put a copy of it in a mirror folder.')
  const robots = await askRobots(deps, source, signal)
  let address = source.uri
  let answer = await ask(deps, address, conditions(known), signal)
  if (answer.status === 404 && source.complete) {
    address = (await findMoved(indexes, source)) ?? address
    if (address !== source.uri) answer = await ask(deps, address, {}, signal)
  }
  const { status } = answer
  if (status === 304 && known) return { ...previousResponse(known), http_status: status, robots }
  if (status !== 200) throw new SourceFailed('http', `${address} answered with ${status}.`, status)
  const header = (name: string): string => String(answer.headers[name] ?? '').slice(0, 500)
  const modified = new Date(header('last-modified'))
  yield {
    uri: source.uri,
    listId: source.list_id,
    title: source.title,
    importer: importerAt(source, address),
    bytes: answer.body,
    asOf: Number.isNaN(modified.getTime()) ? null : modified,
  }
  return { http_status: status, etag: header('etag'), last_modified: header('last-modified'), robots }
}

/** Takes the files from the index of the repository. */
async function* gatherStarred(
  deps: Fetching,
  source: SourceSpec,
  { indexes, named, signal }: Omit<FetchOptions, 'known'>,
): AsyncGenerator<Piece, Gathered> {
  const found = await listStarred(indexes, source, named)
  if (!found) throw new SourceFailed('network', 'A folder cannot be fetched. Put a copy of it in a mirror folder.')
  for (const located of found) {
    const { status, body } = await ask(deps, located.uri, {}, signal)
    if (status !== 200) throw new SourceFailed('http', `${located.uri} answered with ${status}.`, status)
    yield { ...located, bytes: body, asOf: null }
  }
  return { ...NO_RESPONSE, http_status: 200 }
}

/** Repository indexes, fetched with the same checks. */
export const openIndexesOf = (deps: Fetching, signal?: AbortSignal): Indexes =>
  openIndexes((address) => ask(deps, address, {}, signal))

const previousResponse = ({ etag, last_modified }: SourceState) => ({ etag, last_modified })

const conditions = (known: SourceState | undefined): Record<string, string> => ({
  ...(known?.etag && { 'if-none-match': known.etag }),
  ...(known?.last_modified && { 'if-modified-since': known.last_modified }),
})

async function ask(deps: Fetching, address: string, headers: Record<string, string>, signal: AbortSignal | undefined) {
  const hosts = new Set(
    collectedOf(deps)
      .filter(({ source }) => isOnline(source))
      .map(({ source }) => new URL(source.uri).host)
      .flatMap((host) => [host, INDEX_HOSTS[host] ?? host]),
  )
  let url = new URL(address)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    if (!hosts.has(url.host)) throw new SourceFailed('network', `No source names the host ${url.host}.`)
    const answer = await fetchOnce(deps, url.href, headers, signal)
    const { location } = answer.headers
    if (answer.status < 300 || answer.status >= 400 || typeof location !== 'string') return answer
    url = new URL(location, url)
  }
  throw new SourceFailed('http', `${address} redirects too many times.`)
}

async function fetchOnce(
  deps: Fetching,
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
) {
  const agent = `${AGENT}/${COLLECTOR_VERSION} (+${deps.publicUrl})`
  try {
    return await deps.safeFetch(url, {
      headers: { ...headers, 'user-agent': agent, 'accept-encoding': 'gzip' },
      maxBytes: MAX_FILE_BYTES,
      timeoutMs: TIMEOUT_MS,
      redirects: 0,
      ...(signal && { signal }),
    })
  } catch (error) {
    if (!(error instanceof OutsideError) || signal?.aborted) throw error
    throw new SourceFailed(error.kind === 'too_large' ? 'too_large' : 'network', error.message)
  }
}

/** Data files are published for download; for pages of a site, the collector obeys robots.txt like any crawler. */
async function askRobots(
  deps: Fetching,
  { uri, kind }: SourceSpec,
  signal: AbortSignal | undefined,
): Promise<Gathered['robots']> {
  const { origin, pathname, search } = new URL(uri)
  if (kind === 'catalog') return 'not_applicable'
  const { status, body } = await ask(deps, `${origin}/robots.txt`, {}, signal)
  // RFC 9309 §2.3.1: a missing robots.txt allows everything, an unreachable one forbids everything.
  if (status >= 500) throw new SourceFailed('robots', `${origin}/robots.txt answered with ${status}.`, status)
  if (status >= 400 || isAllowed(body.toString('utf8'), AGENT, pathname + search)) return 'allowed'
  throw new SourceFailed('robots', `${origin}/robots.txt does not allow ${pathname}.`)
}
