import { useQuery } from '@tanstack/react-query'
import type { EvidenceItem, EvidenceStatus } from '@veritrace/contract/casework/evidence'
import { Status, type Tone } from '../../../ui/badge.tsx'
import { plural } from '../../../ui/format.ts'
import { api } from '../../api.ts'

const TONE: Record<EvidenceStatus, Tone> = {
  received: 'info',
  scanning: 'info',
  parsing: 'info',
  parsed: 'positive',
  parsed_with_warnings: 'caution',
  needs_mapping: 'caution',
  rejected: 'critical',
  quarantined: 'critical',
  superseded: 'neutral',
}
const IN_PROGRESS: readonly EvidenceStatus[] = ['received', 'scanning', 'parsing']
const POLL_MS = 800

/** The record of a file. Polls until the file is parsed. */
export const useEvidence = (given: EvidenceItem) =>
  useQuery({
    queryKey: ['evidence', given.project_id, given.id],
    queryFn: () => api.projectEvidence.get({ params: { id: given.project_id, evidenceId: given.id } }),
    initialData: given,
    refetchInterval: ({ state }) => (state.data && IN_PROGRESS.includes(state.data.status) ? POLL_MS : false),
  }).data

export const EvidenceState = ({ item }: { item: EvidenceItem }) => (
  <Status tone={TONE[item.status]}>{item.status.replaceAll('_', ' ')}</Status>
)

/** `25 objects, 122 references`. */
export function yieldOf({ counts }: EvidenceItem): string {
  const parts = [
    counts.objects > 0 && plural(counts.objects, 'object'),
    counts.references > 0 && plural(counts.references, 'reference'),
    counts.findings > 0 && plural(counts.findings, 'finding'),
    counts.usages > 0 && plural(counts.usages, 'usage'),
    counts.rows_rejected > 0 && `${plural(counts.rows_rejected, 'row')} rejected`,
  ]
  return parts.filter(Boolean).join(', ')
}
