import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { GenerationSummary } from '@veritrace/contract/casework/generations'
import { MAY } from '@veritrace/contract/casework/roles'
import { Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Status, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Confirm } from '../../../ui/dialog.tsx'
import { ago } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.tsx'
import { api, explain } from '../../api.ts'
import { useMay } from '../../shared/use-me.ts'

export const KIND: Record<GenerationSummary['kind'], string> = {
  classification: 'Classification',
  plan: 'Plan',
  scaffold: 'Scaffold',
  pipeline: 'Pipeline',
  bundle: 'Bundle',
}
const STATE: Record<GenerationSummary['state'], readonly [Tone, string]> = {
  running: ['info', 'Running'],
  needs_input: ['caution', 'Needs input'],
  ready: ['positive', 'Ready'],
  failed: ['critical', 'Failed'],
}

interface Props {
  one: GenerationSummary
  isCurrent: boolean
  onShow(id: string): void
  onDeleted(id: string): void
}
export function GenerationRow({ one, isCurrent, onShow, onDeleted }: Props) {
  const { id, kind, title, state, input_summary, created_at, created_by, expires_at, starred } = one
  const [tone, label] = STATE[state]
  const may = useMay(MAY.ask)
  return (
    <li className={cn('flex items-start gap-2 px-4 py-2.5', isCurrent && 'bg-selected')}>
      <div className="min-w-0 flex-1">
        {kind === 'bundle' ? (
          <Link to="/studio/bundle/$id" params={{ id }} className="text-sm font-medium text-accent hover:underline">
            {title}
          </Link>
        ) : (
          <button
            type="button"
            aria-current={isCurrent || undefined}
            className="max-w-full truncate text-left text-sm font-medium text-accent hover:underline"
            onClick={() => onShow(id)}
          >
            {title}
          </button>
        )}
        {input_summary !== title && <p className="truncate text-xs text-ink-2">{input_summary}</p>}
        <p className="flex flex-wrap gap-x-2 text-xs text-ink-3">
          <Status tone={tone} className="text-xs">
            {label}
          </Status>
          <span>
            {KIND[kind]}, {created_by.name}, {ago(created_at)}
            {expires_at && `, expires ${ago(expires_at)}`}
          </span>
        </p>
      </div>
      {kind !== 'bundle' && may && <Actions one={one} isStarred={starred} onDeleted={onDeleted} />}
    </li>
  )
}

function Actions({
  one,
  isStarred,
  onDeleted,
}: {
  one: GenerationSummary
  isStarred: boolean
  onDeleted(id: string): void
}) {
  const { id, title, etag } = one
  const [isDeleting, setDeleting] = useState(false)
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: ['generations'] })
  const star = useMutation({
    mutationFn: () =>
      api.generations.update({ params: { id }, body: { starred: !isStarred }, headers: { 'if-match': etag } }),
    onSettled: refresh,
    onError: (error) => toast.error('Could not change the star', explain(error)),
  })
  const remove = useMutation({
    mutationFn: () => api.generations.remove({ params: { id } }),
    onSuccess: async () => {
      setDeleting(false)
      onDeleted(id)
      await refresh()
    },
    onError: (error) => toast.error('Could not delete the generation', explain(error)),
  })
  return (
    <>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`Star ${title}`}
        aria-pressed={isStarred}
        busy={star.isPending}
        onClick={() => star.mutate()}
      >
        <Star className={isStarred ? 'fill-current text-caution' : ''} />
      </Button>
      <Button variant="ghost" size="icon-sm" aria-label={`Delete ${title}`} onClick={() => setDeleting(true)}>
        <Trash2 />
      </Button>
      <Confirm
        open={isDeleting}
        onOpenChange={setDeleting}
        title="Delete this generation?"
        action="Delete"
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        This deletes “{title}” and its result. Links to it will stop working.
      </Confirm>
    </>
  )
}
