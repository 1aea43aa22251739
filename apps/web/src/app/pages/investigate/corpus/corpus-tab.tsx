// Files and pages under management: the list, one version, one document.
import { useAddress } from '../use-address.ts'
import { DocumentReader } from './document-reader.tsx'
import { EntriesTable } from './entries-table.tsx'
import { EntryPage } from './entry-page.tsx'

export default function CorpusTab() {
  const { words } = useAddress()
  if (words.document) return <DocumentReader id={words.document} />
  if (words.entry) return <EntryPage id={words.entry} />
  return <EntriesTable />
}
