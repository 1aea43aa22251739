// Collects one source in the collector's mode: its files become entries, and its state records the result.
import type { Casework } from '../../deps.ts'
import { checkFile } from '../check-file.ts'
import { sampleOrder } from '../ensure-sample.ts'
import { listCurrentOfSource } from '../entry-store.ts'
import { type ImportOrder, importFile } from '../import-file.ts'
import { Unreadable } from '../importers/record.ts'
import { retireEntry } from '../retire-entry.ts'
import { SAMPLE_VERSION } from '../rules.ts'
import { findSourceState, saveSourceState } from '../source-store.ts'
import { isGraph, isOnline, modeOf, type Sourced, sourceKey } from '../sources.ts'
import type { SourceError, SourceState } from '../tables.ts'
import { gatherFromGraph } from './graph-source.ts'
import { gatherFromMirror, type Mirror } from './mirror.ts'
import { gatherOnline } from './online.ts'
import { type Gathered, NO_RESPONSE, type Piece, SourceFailed } from './piece.ts'
import { type Indexes, namedIn } from './source-index.ts'

export interface Collected {
  fetched: number
  changed: number
  rejected: number
  error: SourceError | null
}
export interface CollectOptions {
  mode: 'changed' | 'full' | 'validate_only'
  mirror: Mirror
  indexes: Indexes
  signal?: AbortSignal
}

export async function collectSource(deps: Casework, sourced: Sourced, options: CollectOptions): Promise<Collected> {
  const key = sourceKey(deps.corpusSpace, sourced)
  const known = await findSourceState(deps.db, key)
  const now = deps.clock.now()
  try {
    const { response, ...collected } = await collect(deps, sourced, known, options)
    const failed = collected.error !== null
    await saveSourceState(deps.db, key, {
      last_attempt_at: now,
      ...(!failed && { last_success_at: now }),
      http_status: response.http_status,
      // A file that could not be read is fetched in full next time.
      etag: failed ? '' : response.etag,
      last_modified: failed ? '' : response.last_modified,
      robots: response.robots,
      consecutive_failures: failed ? (known?.consecutive_failures ?? 0) + 1 : 0,
      last_error: collected.error && JSON.stringify(collected.error),
      changed_last_run: collected.changed > 0,
    })
    return collected
  } catch (error) {
    const failure = failureOf(error)
    await saveSourceState(deps.db, key, {
      last_attempt_at: now,
      http_status: error instanceof SourceFailed ? error.status : null,
      ...(failure.class === 'robots' && { robots: 'disallowed' as const }),
      consecutive_failures: (known?.consecutive_failures ?? 0) + 1,
      last_error: JSON.stringify(failure),
      changed_last_run: false,
    })
    return { fetched: 0, changed: 0, rejected: 0, error: failure }
  }
}

/** Failures caused from outside; any other error is a bug and stops the run. */
function failureOf(error: unknown): SourceError {
  if (error instanceof SourceFailed) return { class: error.class, detail: error.message }
  if (error instanceof Unreadable) return { class: 'too_large', detail: error.message }
  throw error
}

async function collect(deps: Casework, sourced: Sourced, known: SourceState | undefined, options: CollectOptions) {
  const key = sourceKey(deps.corpusSpace, sourced)
  const before = new Map((await listCurrentOfSource(deps.db, key)).map((entry) => [entry.uri, entry]))
  const hasReal = [...before.values()].some(({ version_label }) => version_label !== SAMPLE_VERSION)
  const pieces = gather(deps, sourced, hasReal && options.mode === 'changed' ? known : undefined, hasReal, options)
  const seen = new Set<string>()
  const collected: Collected = { fetched: 0, changed: 0, rejected: 0, error: null }
  for (let piece = await pieces.next(); ; piece = await pieces.next()) {
    options.signal?.throwIfAborted()
    if (piece.done) {
      if (seen.size > 0 && options.mode !== 'validate_only')
        await retireMissing(
          deps,
          [...before.values()].filter(({ uri }) => !seen.has(uri)),
        )
      return { response: piece.value, ...collected }
    }
    collected.fetched++
    seen.add(piece.value.uri)
    const entry = await readPiece(deps, piece.value, options)
    if (entry.status === 'failed') collected.error ??= { class: 'parse', detail: entry.status_reason }
    else if (entry.id !== undefined && entry.id !== before.get(entry.uri)?.id) collected.changed++
    collected.rejected += entry.rejected
  }
}

async function readPiece(deps: Casework, order: ImportOrder, { mode, signal }: CollectOptions) {
  if (mode === 'validate_only') return { id: undefined, uri: order.uri, ...(await checkFile(deps, order, signal)) }
  const entry = await importFile(deps, { ...order, again: mode === 'full' }, signal)
  const { id, uri, status, status_reason, counts } = entry
  return { id, uri, status, status_reason, rejected: counts.rejected }
}

async function* gather(
  deps: Casework,
  sourced: Sourced,
  known: SourceState | undefined,
  hasReal: boolean,
  { mirror, indexes, signal }: CollectOptions,
): AsyncGenerator<ImportOrder, Gathered> {
  const { pack, source } = sourced
  const mode = modeOf(deps)
  const orderOf = ({ listId, title, importer = source.importer, ...piece }: Piece): ImportOrder => ({
    space: deps.corpusSpace,
    pack: pack.ref.id,
    source: { ...source, title, importer, ...(listId !== undefined && { list_id: listId }) },
    ...piece,
  })
  if (isGraph(source)) return yield* ordered(gatherFromGraph(deps, sourced, signal), orderOf)
  if (mode === 'offline' || (mode === 'online' && !isOnline(source))) {
    const sample = sampleOrder(deps.corpusSpace, sourced)
    if (!sample) throw new SourceFailed('network', 'This installation does not fetch files and has no mirror folder.')
    if (!hasReal) yield sample
    return NO_RESPONSE
  }
  const named = namedIn(pack.sources)
  const pieces =
    mode === 'mirror'
      ? gatherFromMirror(deps.config.casework.mirrorDir!, mirror, source, named)
      : gatherOnline(deps, source, { known, indexes, named, signal })
  return yield* ordered(pieces, orderOf)
}

async function* ordered(
  pieces: AsyncGenerator<Piece, Gathered>,
  orderOf: (piece: Piece) => ImportOrder,
): AsyncGenerator<ImportOrder, Gathered> {
  for (let piece = await pieces.next(); ; piece = await pieces.next()) {
    if (piece.done) return piece.value
    yield orderOf(piece.value)
  }
}

/** Retires files that the source no longer has. Samples are skipped: the real list replaces them. */
async function retireMissing(deps: Casework, entries: Awaited<ReturnType<typeof listCurrentOfSource>>): Promise<void> {
  for (const entry of entries) if (entry.version_label !== SAMPLE_VERSION) await retireEntry(deps, entry)
}
