// The claims of a profile as CSV, one line each.
import type { EvidenceClaim, EvidenceProfile } from '@veritrace/contract/provenance/vendors'
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

/** The byte order mark makes spreadsheets read the file as UTF-8. */
const BOM = '\ufeff'

export const profileCsv = ({ vendor, claims }: EvidenceProfile): string =>
  BOM +
  csvLine(['vendor', ...COLUMNS, 'permalink', 'contradicted', 'also_at']) +
  claims.map((claim) => csvLine([vendor.slug, ...COLUMNS.map((column) => claim[column]), ...rest(claim)])).join('')

const rest = ({ permalink, contradicted_by, also_at }: EvidenceClaim): string[] => [
  permalink,
  contradicted_by.length > 0 ? 'yes' : 'no',
  also_at.map(({ source_url }) => source_url).join(' '),
]
