// Dry run of an import: reports its result without storing anything.
import { readAll } from './bytes.ts'
import type { Importing, ImportOrder } from './import-file.ts'
import { Unreadable } from './importers/record.ts'
import { readDocuments } from './read-documents.ts'
import { summaryOf } from './rules.ts'
import { readList } from './threads/read-list.ts'

export async function checkFile(deps: Pick<Importing, 'documentReaders'>, order: ImportOrder, signal?: AbortSignal) {
  try {
    const bytes = await readAll(order.bytes)
    if (await readDocuments(deps, order, bytes, signal))
      return { status: 'ready' as const, status_reason: '', rejected: 0 }
    const parts = readList(order.source.importer, bytes, signal)
    for (let part = await parts.next(); ; part = await parts.next()) {
      if (!part.done) continue
      const { status, status_reason, counts } = summaryOf(part.value)
      return { status, status_reason, rejected: counts.rejected }
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { status: 'failed' as const, status_reason: error.message, rejected: 0 }
  }
}
