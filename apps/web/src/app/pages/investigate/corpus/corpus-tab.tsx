// The corpus: the list of entries, one entry, or one document.
import { useAddress } from '../use-address.ts'
import { DocumentReader } from './document-reader.tsx'
import { EntriesTable } from './entries-table.tsx'
import { EntryPage } from './entry-page.tsx'

export default function CorpusTab() {
  const { params } = useAddress()
  if (params.document) return <DocumentReader id={params.document} />
  if (params.entry) return <EntryPage id={params.entry} />
  return <EntriesTable />
}
