import type { Evidence } from '@veritrace/contract/provenance/evidence'
import { toast } from '../../../ui/toast.tsx'
import { ReasonDialog } from '../../shared/reason-dialog.tsx'
import { useChange } from './use-evidence.ts'

const WORDS = {
  changes_requested: {
    title: 'Request changes',
    action: 'Request changes',
    label: 'What needs to change',
    text: 'goes back to the uploader, who sees your comment and can upload a corrected file.',
    done: 'Changes requested',
  },
  rejected: {
    title: 'Reject this evidence?',
    action: 'Reject',
    label: 'Reason',
    text: 'can then no longer be approved. A better file must be added as new evidence.',
    done: 'Evidence rejected',
  },
} as const
export type Verdict = keyof typeof WORDS

interface Props {
  evidence: Evidence
  verdict: Verdict
  onClose(): void
}
export function VerdictDialog({ evidence, verdict, onClose }: Props) {
  const { text, done, ...words } = WORDS[verdict]
  const change = useChange(evidence)
  return (
    <ReasonDialog
      {...words}
      description={`“${evidence.title}” ${text}`}
      required
      danger={verdict === 'rejected'}
      onClose={onClose}
      onDecide={async (review_reason) => {
        await change.mutateAsync({ review_status: verdict, review_reason })
        toast.ok(done)
      }}
    />
  )
}
