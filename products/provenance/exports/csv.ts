// The claims of a profile for a spreadsheet, one line each.
import type { EvidenceProfile } from '@veritrace/contract/provenance/vendors'
import { csvLine } from '@veritrace/platform/csv'

const COLUMNS = [
  'category',
  'predicate',
  'value',
  'relation',
  'confidence',
  'claim_text',
  'snippet',
  'source_url',
  'fetched_at',
  'evidence_artifact_id',
] as const

/** The mark tells spreadsheets that the text is UTF-8. */
const BOM = '\ufeff'

export const profileCsv = ({ vendor, claims }: EvidenceProfile): string =>
  BOM +
  csvLine(['vendor', ...COLUMNS]) +
  claims.map((claim) => csvLine([vendor.slug, ...COLUMNS.map((column) => claim[column])])).join('')
