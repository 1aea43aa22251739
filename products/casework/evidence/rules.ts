// Rules for evidence: its states, and which files a new file replaces.
import type { EvidenceKind, EvidenceStatus } from '@veritrace/contract/casework/evidence'

/** Prefix of the storage keys of a project's files. */
export const evidencePrefix = (tenant: string, projectId: string): string => `casework-evidence/${tenant}/${projectId}/`

/** Parsing has not ended. */
export const OPEN_STATUSES: readonly EvidenceStatus[] = ['received', 'scanning', 'parsing']
export const isOpen = (status: EvidenceStatus): boolean => OPEN_STATUSES.includes(status)

/** The file counts for the estate. */
export const isRead = (status: EvidenceStatus): boolean => status === 'parsed' || status === 'parsed_with_warnings'

/** Kinds that export a state: a newer file replaces the older. Lists that people write may add to each other. */
const STATES: readonly EvidenceKind[] = [
  'atc_worklist_xml',
  'atc_checkstyle_xml',
  'atc_csv',
  'findings_csv',
  'susg_zip',
  'abapgit_zip',
]
export const replacesOlder = (kind: EvidenceKind): boolean => STATES.includes(kind)

export interface Older {
  id: string
  check_variant: string | null
  objects: number
  /** Objects that are also in the newer file. */
  shared: number
}

/** Below this share, the files are exports of different packages, not versions of each other. */
const SAME_SHARE = 0.5

/** For files of the same kind and system: the check variants must be equal, or without variants the objects about the same. */
export function isReplaced(older: Older, variant: string | null): boolean {
  if (older.check_variant !== variant) return false
  return variant !== null || (older.objects > 0 && older.shared / older.objects >= SAME_SHARE)
}
