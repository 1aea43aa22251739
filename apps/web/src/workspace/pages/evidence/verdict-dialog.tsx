import type { Evidence } from '@veritrace/contract/provenance/evidence'
import { toast } from '../../../ui/toast.tsx'
import { ReasonDialog } from '../../shared/reason-dialog.tsx'
import { useChange } from './use-evidence.ts'

const WORDS = {
  changes_requested: {
    title: 'Request changes',
    action: 'Request changes',
    label: 'What has to change',
    text: 'goes back to whoever uploaded it. They see your words and can upload a corrected file.',
    done: 'Changes are requested',
  },
  rejected: {
    title: 'Reject this evidence?',
    action: 'Reject',
    label: 'Why it is rejected',
    text: 'cannot be approved any more. A better file has to be added as new evidence.',
    done: 'The evidence is rejected',
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
