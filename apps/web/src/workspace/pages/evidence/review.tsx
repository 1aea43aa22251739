import type { Evidence, ReviewStatus } from '@veritrace/contract/provenance/evidence'
import { Check, Eye, MessageSquareWarning, Upload, X } from 'lucide-react'
import { useState } from 'react'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Ago } from '../../shared/ago.tsx'
import { may, whyNot } from '../../shared/may.ts'
import { Person } from '../../shared/people.tsx'
import { refusal } from '../../shared/refusal.ts'
import { isExpired } from './labels.ts'
import { ReplaceFile } from './replace-file.tsx'
import { useChange } from './use-evidence.ts'
import { type Verdict, VerdictDialog } from './verdict-dialog.tsx'

const NEXT: Readonly<Record<ReviewStatus, string>> = {
  pending: 'Someone other than the uploader needs to review the file.',
  in_review: 'A reviewer is reading it. Title, dates and descriptions are locked until the review is done.',
  changes_requested: 'Upload a corrected file to restart the review.',
  approved: 'Your pages list it unless it is hidden, and requests can give access to it.',
  rejected: 'It stays here, but no one outside can see it. Upload another file as new evidence.',
  expired: 'It is past its last valid day. Add a new version to replace it.',
  superseded: 'A newer version has replaced it.',
}

/** The review status and the possible steps. */
export function Review({ evidence }: { evidence: Evidence }) {
  const { review_status, review_reason, reviewer_id, reviewed_at } = evidence
  const [verdict, setVerdict] = useState<Verdict>()
  const [sending, setSending] = useState(false)
  const change = useChange(evidence)
  const step = (to: 'in_review' | 'approved', done: string) =>
    change.mutate(
      { review_status: to },
      {
        onSuccess: () => toast.ok(done),
        onError: (error) => toast.error('Could not update the review', refusal(error)),
      },
    )
  const unapproved = whyNot('reviewer') ?? notApprovable(evidence)
  return (
    <Card>
      <CardHead title="Review" />
      <div className="flex flex-col gap-3 px-4 py-3 text-sm">
        <p className="text-ink-2">{NEXT[review_status]}</p>
        {reviewed_at && (
          <p>
            <Person id={reviewer_id} /> decided <Ago at={reviewed_at} />.
          </p>
        )}
        {review_reason && <blockquote className="quote border-l-2 pl-3 wrap-anywhere">{review_reason}</blockquote>}
        {review_status === 'in_review' && unapproved && <p className="text-xs text-caution">{unapproved}</p>}
        <div className="flex flex-wrap gap-2 empty:hidden">
          {review_status === 'pending' && (
            <Button
              variant="solid"
              busy={change.isPending}
              disabled={!may('reviewer')}
              title={whyNot('reviewer')}
              onClick={() => step('in_review', 'Review started')}
            >
              <Eye />
              Start review
            </Button>
          )}
          {review_status === 'in_review' && (
            <>
              <Button
                variant="solid"
                busy={change.isPending}
                disabled={unapproved !== undefined}
                title={unapproved}
                onClick={() => step('approved', `“${evidence.title}” approved`)}
              >
                <Check />
                Approve
              </Button>
              <Button
                disabled={!may('reviewer')}
                title={whyNot('reviewer')}
                onClick={() => setVerdict('changes_requested')}
              >
                <MessageSquareWarning />
                Request changes
              </Button>
              <Button
                variant="danger"
                disabled={!may('reviewer')}
                title={whyNot('reviewer')}
                onClick={() => setVerdict('rejected')}
              >
                <X />
                Reject
              </Button>
            </>
          )}
          {takesFile(evidence) && (
            <Button
              variant={review_status === 'pending' ? 'outline' : 'solid'}
              disabled={!may('member') || evidence.legal_hold}
              title={whyNot('member') ?? (evidence.legal_hold ? 'It is under legal hold' : undefined)}
              onClick={() => setSending(true)}
            >
              <Upload />
              Upload {review_status === 'pending' ? 'file' : 'corrected file'}
            </Button>
          )}
        </div>
      </div>
      {verdict && <VerdictDialog evidence={evidence} verdict={verdict} onClose={() => setVerdict(undefined)} />}
      {sending && <ReplaceFile evidence={evidence} onClose={() => setSending(false)} />}
    </Card>
  )
}

/** Accepts a file if none has arrived, or if a reviewer requested changes. */
const takesFile = ({ review_status, upload_status }: Evidence): boolean =>
  review_status === 'changes_requested' || (review_status === 'pending' && upload_status !== 'uploaded')

/** Explains the disabled button, in line with the server's rules. */
function notApprovable({ upload_status, scan_status, valid_until }: Evidence): string | undefined {
  if (upload_status !== 'uploaded') return 'There is no file to approve.'
  if (scan_status === 'pending') return 'Wait for the virus scan to finish.'
  if (scan_status === 'infected') return 'The virus scanner found something in the file.'
  if (isExpired({ valid_until, review_status: 'approved' })) return 'It is past its last valid day.'
  return undefined
}
