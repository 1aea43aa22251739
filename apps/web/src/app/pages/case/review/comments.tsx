import type { CasePlan } from '@veritrace/contract/casework/case-plans'
import { MAY } from '@veritrace/contract/casework/roles'
import { CircleCheck, MessageSquarePlus, OctagonAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useSessionStorage } from '../../../../shared/use-session-storage.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Avatar } from '../../../../ui/bits.tsx'
import { Button } from '../../../../ui/button.tsx'
import { ago } from '../../../../ui/format.ts'
import { Prose } from '../../../shared/prose.tsx'
import { useMay } from '../../../shared/use-me.ts'
import { type Comment, useAddReview } from './use-reviews.ts'

interface Props {
  plan: CasePlan
  itemId?: string
  comments: readonly Comment[]
  about: string
}
/** Comments on the plan or one item. A blocking comment prevents the approval until it is resolved. */
export function Comments({ plan, itemId, comments, about }: Props) {
  const may = useMay(MAY.comment)
  const [draft, setDraft, forget] = useSessionStorage(`comment ${plan.id} ${itemId ?? ''}`, EMPTY)
  const [asked, setAsked] = useState(false)
  const writing = asked || (may && draft.text !== '')
  const close = () => {
    forget()
    setAsked(false)
  }
  const add = useAddReview(plan)
  return (
    <div className="flex flex-col gap-2">
      {comments.length > 0 && (
        <ul aria-label={`Comments on ${about}`} className="flex flex-col gap-2 border-l-2 border-line-strong pl-3">
          {comments.map((comment) => (
            <li key={comment.id} className="text-sm">
              <p className="flex flex-wrap items-center gap-2 text-xs text-ink-3">
                <Avatar name={comment.author.name} className="size-4" />
                {comment.author.name}, {ago(comment.at)}
                {comment.blocking && !comment.resolved_at && (
                  <Badge tone="critical" icon={OctagonAlert}>
                    Blocking
                  </Badge>
                )}
                {comment.resolved_at && (
                  <Badge tone="positive" icon={CircleCheck}>
                    Resolved{comment.resolved_by && ` by ${comment.resolved_by.name}`}
                  </Badge>
                )}
                {may && !comment.resolved_at && (
                  <Button
                    size="sm"
                    variant="ghost"
                    busy={add.isPending}
                    onClick={() => add.mutate({ verdict: 'comment', resolves: [comment.id] })}
                  >
                    Resolve
                  </Button>
                )}
              </p>
              <Prose text={comment.body_md} />
            </li>
          ))}
        </ul>
      )}
      {may && !writing && (
        <Button
          variant="ghost"
          size="sm"
          className="-ml-2 self-start"
          aria-label={`Comment on ${about}`}
          onClick={() => setAsked(true)}
        >
          <MessageSquarePlus />
          Comment
        </Button>
      )}
      {writing && (
        <CommentForm
          about={about}
          busy={add.isPending}
          draft={draft}
          onDraft={setDraft}
          onCancel={close}
          onSend={async (body_md, blocking) => {
            await add.mutateAsync({
              verdict: 'comment',
              item_comments: [{ body_md, blocking, ...(itemId && { item_id: itemId }) }],
            })
            close()
          }}
        />
      )}
    </div>
  )
}

interface CommentDraft {
  text: string
  blocking: boolean
}
const EMPTY: CommentDraft = { text: '', blocking: false }

interface FormProps {
  about: string
  busy: boolean
  draft: CommentDraft
  onDraft(draft: CommentDraft): void
  onCancel(): void
  onSend(text: string, blocking: boolean): Promise<void>
}
function CommentForm({ about, busy, draft, onDraft, onCancel, onSend }: FormProps) {
  const { text, blocking } = draft
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    // The error has been shown already, and the text stays in the form.
    onSend(text.trim(), blocking).catch(() => {})
  }
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-2 rounded-md border bg-sunken p-3">
      <textarea
        aria-label={`Comment on ${about}`}
        value={text}
        onChange={(event) => onDraft({ text: event.target.value, blocking })}
        required
        rows={2}
        className="w-full rounded-md border border-line-control bg-surface px-2.5 py-1.5 text-sm"
      />
      <span className="flex flex-wrap items-center gap-2">
        <label className="flex min-h-6 items-center gap-1.5 text-sm">
          <input
            type="checkbox"
            checked={blocking}
            onChange={(event) => onDraft({ text, blocking: event.target.checked })}
          />
          Blocks approval
        </label>
        <span className="ml-auto flex gap-1.5">
          <Button size="sm" variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
          <Button size="sm" type="submit" variant="solid" busy={busy}>
            Comment
          </Button>
        </span>
      </span>
    </form>
  )
}
