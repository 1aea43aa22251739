// Loads the samples of the packs, which are used until a real list is loaded.
import { createHash } from 'node:crypto'
import type { Casework } from '../deps.ts'
import type { EntryRow } from '../model/tables.ts'
import { listCurrentVersions } from './entry-store.ts'
import { type ImportOrder, importFile } from './import-file.ts'
import { SAMPLE_VERSION } from './rules.ts'
import { type Sourced, sourcesOf } from './sources.ts'

/** Imports samples for lists without any version or with an older sample. Costs one query if nothing is due. */
export async function ensureSample(deps: Casework): Promise<void> {
  const versions = await listCurrentVersions(deps.db, deps.corpusSpace)
  for (const sourced of sourcesOf(deps)) {
    const order = sampleOrder(deps.corpusSpace, sourced)
    if (!order) continue
    const { pack, source } = sourced
    const current = versions.find(({ pack_id, source_id }) => pack_id === pack.ref.id && source_id === source.id)
    if (!current || isOlderSample(current, order)) await importFile(deps, order)
  }
}

function isOlderSample(
  current: Pick<EntryRow, 'version_label' | 'content_hash'>,
  order: { bytes: Uint8Array },
): boolean {
  if (current.version_label !== SAMPLE_VERSION) return false
  return current.content_hash !== `sha256:${createHash('sha256').update(order.bytes).digest('hex')}`
}

/** A sample has our own format and license, whatever the format of the real file. */
export function sampleOrder(
  space: string,
  { pack, source }: Sourced,
): (ImportOrder & { bytes: Uint8Array }) | undefined {
  const bytes = source.sample === undefined ? undefined : pack.sample[source.sample]
  if (!bytes) return undefined
  const license = {
    spdx: pack.license,
    attribution: `Sample of ${pack.title}`,
    url: '',
    may_store_text: true,
    may_redistribute: true,
  }
  return {
    space,
    pack: pack.ref.id,
    source: {
      ...source,
      title: `Sample: ${source.title}`,
      importer: 'facts-json',
      version_label: SAMPLE_VERSION,
      license,
    },
    bytes,
    uri: `urn:casework:pack:${pack.ref.id}:sample/${source.sample}`,
    asOf: null,
  }
}
