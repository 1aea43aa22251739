import type { CasePlan } from '@veritrace/contract/casework/case-plans'
import { VERDICTS } from '@veritrace/contract/casework/plan-reviews'
import { MAY } from '@veritrace/contract/casework/roles'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Field, Select, TextArea } from '../../../../ui/field.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { useMay, useMe } from '../../../shared/use-me.ts'
import { useAddReview } from './use-reviews.ts'

type Verdict = (typeof VERDICTS)[number]
const LABELS: Record<Verdict, string> = {
  approve: 'Approve',
  request_changes: 'Request changes',
  comment: 'Comment only',
  reject: 'Reject',
}

export function VerdictForm({ plan }: { plan: CasePlan }) {
  const mayJudge = useMay(MAY.judge)
  const mayComment = useMay(MAY.comment)
  const { data: me } = useMe()
  const isAuthor = me?.id === plan.author.id
  const canApprove = mayJudge && (!isAuthor || plan.policy.author_may_approve)
  const possible = VERDICTS.filter(
    (verdict) => verdict === 'comment' || (verdict === 'approve' ? canApprove : mayJudge),
  )
  const [chosen, setVerdict] = useState<Verdict>()
  const [body, setBody] = useState('')
  const add = useAddReview(plan)
  const verdict = chosen ?? possible[0] ?? 'comment'
  if (!mayComment) return null
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate(
      { verdict, body_md: body.trim() },
      {
        onSuccess: () => {
          setBody('')
          toast.ok('Review submitted')
        },
      },
    )
  }
  return (
    <section className="border-b px-4 py-4">
      <h2 className="text-sm font-semibold">Your review</h2>
      {isAuthor && !plan.policy.author_may_approve && (
        <p className="mt-1 text-xs text-ink-2">You wrote this plan, so someone else must approve it.</p>
      )}
      {!mayJudge && (
        <p className="mt-1 text-xs text-ink-2">
          Verdicts require one of these roles: {MAY.judge.join(', ')}. You can comment.
        </p>
      )}
      <form onSubmit={onSubmit} className="mt-2 flex flex-col gap-3">
        <Field label="Verdict">
          <Select value={verdict} onChange={(event) => setVerdict(event.target.value as Verdict)}>
            {possible.map((one) => (
              <option key={one} value={one}>
                {LABELS[one]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Comment" required={verdict !== 'approve'}>
          <TextArea value={body} onChange={(event) => setBody(event.target.value)} required={verdict !== 'approve'} />
        </Field>
        <Button type="submit" busy={add.isPending}>
          Submit review
        </Button>
      </form>
    </section>
  )
}
