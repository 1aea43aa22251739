// Reads an entry's stored bytes again, for example after an importer was improved.
import type { Casework } from '../../deps.ts'
import type { EntryRow } from '../../model/tables.ts'
import { readAll } from '../bytes.ts'
import { checkFile } from '../check-file.ts'
import { importFile } from '../import-file.ts'
import { sourcesOf } from '../sources.ts'
import type { Collected } from './collect-source.ts'

export async function rereadEntry(
  deps: Casework,
  entry: EntryRow,
  mode: 'changed' | 'full' | 'validate_only',
  signal?: AbortSignal,
): Promise<Collected> {
  const blob = entry.blob_key ? await deps.blobs.get(entry.blob_key) : undefined
  const importer = importerOf(entry)
  if (!blob || !importer) {
    const detail = blob ? 'The entry does not say which importer read it.' : 'The stored file of the entry is missing.'
    return { fetched: 0, changed: 0, rejected: 0, error: { class: 'parse', detail } }
  }
  const order = {
    space: entry.space,
    pack: entry.pack_id,
    source: {
      id: entry.source_id,
      kind: entry.kind === 'evidence' ? ('reference' as const) : entry.kind,
      title: entry.title,
      importer,
      version_label: entry.version_label,
      license: entry.license,
      ...meantBy(deps, entry),
      ...(entry.list_id && { list_id: entry.list_id }),
    },
    bytes: await readAll(blob.stream),
    uri: entry.uri,
    asOf: entry.as_of,
  }
  if (mode === 'validate_only') {
    const { status, status_reason, rejected } = await checkFile(deps, order, signal)
    const error = status === 'failed' ? ({ class: 'parse', detail: status_reason } as const) : null
    return { fetched: 1, changed: 0, rejected, error }
  }
  const read = await importFile(deps, { ...order, again: true }, signal)
  const error = read.status === 'failed' ? ({ class: 'parse', detail: read.status_reason } as const) : null
  return { fetched: 1, changed: error || read.id === entry.id ? 0 : 1, rejected: read.counts.rejected, error }
}

/** The log of the first read has the importer. */
const importerOf = ({ log }: EntryRow): string | undefined => log.find(({ step }) => step === 'extracting')?.message

function meantBy(deps: Casework, { pack_id, source_id, kind }: EntryRow): { role: string; complete?: true } {
  const found = sourcesOf(deps).find(({ pack, source }) => pack.ref.id === pack_id && source.id === source_id)
  return { role: found?.source.role ?? kind, ...(found?.source.complete && { complete: true }) }
}
