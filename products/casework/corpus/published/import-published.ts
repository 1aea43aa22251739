// Imports one shipped list as the current version.
import type { Casework } from '../../deps.ts'
import { PACKED_TYPE } from '../../model/packed-type.ts'
import type { Collected } from '../collect/collect-source.ts'
import { importFile } from '../import-file.ts'
import { PACKED_LIST } from '../importers/packed-list.ts'
import { duePublished } from './due-published.ts'
import { type PublishedList, published, readPublished } from './published.ts'

const NOTHING: Collected = { fetched: 0, changed: 0, rejected: 0, error: null }

/** Does nothing if the list has been imported since it was queued. */
export async function importPublished(deps: Casework, list: PublishedList, signal: AbortSignal): Promise<Collected> {
  const source = deps.packs
    .builtIn()
    .find(({ ref }) => ref.id === list.pack)
    ?.sources.find(({ id }) => id === list.source_id)
  const isDue = (await duePublished(deps)).some(({ list_id, pack }) => list_id === list.list_id && pack === list.pack)
  if (!source || !isDue) return NOTHING
  const { source: repository, commit, date } = published()
  const order = {
    space: deps.corpusSpace,
    pack: list.pack,
    source: { ...source, list_id: list.list_id, title: list.title, importer: PACKED_LIST },
    bytes: await readPublished(list),
    uri: addressOf(source.uri, list.path),
    from: `${repository}/blob/${commit}/${list.path}`,
    mediaType: PACKED_TYPE,
    asOf: new Date(`${date}T00:00:00Z`),
  }
  const { status, status_reason, counts } = await importFile(deps, order, signal)
  const error = status === 'failed' ? ({ class: 'parse', detail: status_reason } as const) : null
  return { fetched: 1, changed: error ? 0 : 1, rejected: counts.rejected, error }
}

/** The address that the collector uses for the file, so that a fetched version replaces this one. */
const addressOf = (uri: string, path: string): string =>
  uri.includes('*') ? uri.slice(0, uri.lastIndexOf('/') + 1) + path.slice(path.lastIndexOf('/') + 1) : uri
