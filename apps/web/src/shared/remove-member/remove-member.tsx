// Confirms a removal: shows what will be revoked, and lets the admin transfer what the team still needs.
import { useMutation, useQuery } from '@tanstack/react-query'
import type { HandOver, Holdings, Removed } from '@veritrace/contract/members'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { explain } from '../../session/call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { plural } from '../../ui/format.ts'
import { ErrorState, SkeletonText } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { Shown } from '../shown.tsx'
import { useOnce } from '../use-once.ts'
import { type Choices, type Colleague, chooseAll, chooseOne, handOverOf } from './choices.ts'
import { Kind } from './kind.tsx'

interface Props {
  member: Colleague
  /** The other members. They can take things over. */
  colleagues: readonly Colleague[]
  readHoldings(): Promise<{ items: Holdings[] }>
  remove(handOver: HandOver[]): Promise<Removed>
  onClose(): void
  /** Reloads the lists that show them. */
  onRemoved(): unknown
}

export function RemoveMember({ member, colleagues, readHoldings, remove, onClose, onRemoved }: Props) {
  const [choices, setChoices] = useState<Choices>({})
  const held = useQuery({ queryKey: ['holdings', member.id], queryFn: readHoldings, staleTime: 0, gcTime: 0 })
  const kinds = held.data?.items ?? []
  const handOver = handOverOf(kinds, choices)
  const removal = useMutation({
    mutationFn: () => remove(handOver),
    onSuccess: async ({ handed_over }) => {
      const moved = Object.values(handed_over).reduce((sum, many) => sum + many, 0)
      toast.ok(`${member.name} was removed`, moved > 0 ? `${plural(moved, 'item')} transferred` : undefined)
      onClose()
      await onRemoved()
    },
  })
  const removeOnce = useOnce(() => removal.mutateAsync())
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={`Remove ${member.name}?`}
      description="They lose access to every product in this workspace immediately. Their work stays."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={removal.isPending} disabled={!held.data} onClick={removeOnce}>
            Remove member
          </Button>
        </>
      }
    >
      <Shown
        query={held}
        waiting={<SkeletonText />}
        failed="Could not load what they hold"
        forbidden={(error) => <ErrorState title="You don’t have access" detail={explain(error)} />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-sm text-ink-2">Nothing to revoke or transfer.</p>
          ) : (
            <div className="flex flex-col gap-4">
              {items.map((kind) => (
                <Kind
                  key={kind.kind}
                  held={kind}
                  colleagues={colleagues}
                  choices={choices}
                  onAll={(heir) => setChoices(chooseAll(choices, kind.kind, heir))}
                  onOne={(id, heir) => setChoices(chooseOne(choices, kind.kind, id, heir))}
                />
              ))}
            </div>
          )
        }
      </Shown>
      {handOver.some(({ kind }) => kind === 'api_key' || kind === 'client') && (
        <p
          role="status"
          className="mt-4 flex gap-2 rounded-md border border-caution-line bg-caution-soft px-3 py-2 text-sm"
        >
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-caution" />
          Transferred keys and clients keep their secrets. If {member.name} might have a copy, replace them soon.
        </p>
      )}
      {removal.error && (
        <div className="-mx-4">
          <ErrorState title={`Could not remove ${member.name}`} detail={explain(removal.error)} />
        </div>
      )}
    </Dialog>
  )
}
