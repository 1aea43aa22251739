// Imports a CSV file of any size into the directory: streams rows, writes them in batches and reports each bad row.
import type { Provenance } from '../deps.ts'
import { type Loaded, loadVendors } from './load-vendors.ts'
import { decodeUtf8 } from './read-csv.ts'
import { type ReadRow, readListings } from './read-listings.ts'

export interface Imported extends Omit<Loaded, 'refused'> {
  rows: number
  problems: number
}

export interface ImportOptions {
  /** Checks everything and writes nothing. */
  dryRun?: boolean
  onProblem(line: number, problem: string): void
}

const BATCH_SIZE = 200

export async function importVendors(
  deps: Pick<Provenance, 'db' | 'clock'>,
  bytes: AsyncIterable<Uint8Array>,
  options: ImportOptions,
): Promise<Imported> {
  const total: Imported = { rows: 0, added: 0, known: 0, sources: 0, problems: 0 }
  const complain = (line: number, problem: string): void => {
    total.problems++
    options.onProblem(line, problem)
  }
  let batch: Extract<ReadRow, { listing: unknown }>[] = []
  const flush = async (): Promise<void> => {
    const lines = new Map(batch.map(({ listing, line }) => [listing, line]))
    const loaded = await loadVendors(deps, [...lines.keys()], { origin: 'import', dryRun: options.dryRun ?? false })
    for (const { listing, reason } of loaded.refused) complain(lines.get(listing) ?? 0, reason)
    total.added += loaded.added
    total.known += loaded.known
    total.sources += loaded.sources
    batch = []
  }
  for await (const row of readListings(decodeUtf8(bytes))) {
    total.rows++
    if ('problem' in row) complain(row.line, row.problem)
    else batch.push(row)
    if (batch.length >= BATCH_SIZE) await flush()
  }
  await flush()
  return total
}
