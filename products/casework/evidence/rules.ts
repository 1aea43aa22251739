// What evidence may become, and which file takes the place of which.
import type { EvidenceKind, EvidenceStatus } from '@veritrace/contract/casework/evidence'

/** Where the files of a project lie. */
export const evidencePrefix = (tenant: string, projectId: string): string => `casework-evidence/${tenant}/${projectId}/`

/** A reading goes on from these; all others have ended. */
export const OPEN_STATUSES: readonly EvidenceStatus[] = ['received', 'scanning', 'parsing']
export const isOpen = (status: EvidenceStatus): boolean => OPEN_STATUSES.includes(status)

/** What counts for the estate. */
export const isRead = (status: EvidenceStatus): boolean => status === 'parsed' || status === 'parsed_with_warnings'

/** Exports of a state: a newer one replaces the older. Lists that people write may add to each other. */
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
  /** Objects that the newer file speaks of too. */
  shared: number
}

/** Exports of one package after the other are no versions of each other. */
const SAME_SHARE = 0.5

/** Of the same kind and system: the same check variant where both name one, else about the same objects. */
export function isReplaced(older: Older, variant: string | null): boolean {
  if (older.check_variant !== variant) return false
  return variant !== null || (older.objects > 0 && older.shared / older.objects >= SAME_SHARE)
}
