import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { WebhookSubscription } from '@veritrace/contract/provenance/webhooks'
import { useState } from 'react'
import { useOnce } from '../../../../shared/use-once.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Field, Select } from '../../../../ui/field.tsx'
import { api } from '../../../api.ts'
import { Refusal } from '../shared/refusal.tsx'
import { draftOf, settingsOf } from './draft.ts'

const GRACES = [
  { hours: 0, label: 'Expire immediately (leaked)' },
  { hours: 1, label: '1 hour' },
  { hours: 24, label: '24 hours' },
  { hours: 168, label: '7 days' },
]

interface Props {
  webhook: WebhookSubscription
  onClose(): void
  onSecret(secret: string): void
}
/** Replaces the signing secret and keeps all other settings. */
export function Rotate({ webhook, onClose, onSecret }: Props) {
  const queries = useQueryClient()
  const [grace, setGrace] = useState(24)
  const rotate = useMutation({
    mutationFn: () =>
      api.webhooks.put({
        body: { ...settingsOf(draftOf(webhook), webhook.enabled), rotate_secret: true, grace_hours: grace },
        headers: { 'if-match': `"${webhook.version}"` },
      }),
    onSuccess: ({ secret }) => {
      onClose()
      onSecret(secret ?? '')
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['webhook'] }),
  })
  const rotateOnce = useOnce(() => rotate.mutateAsync())
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Rotate secret"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="solid" busy={rotate.isPending} onClick={rotateOnce}>
            Rotate secret
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <p className="text-ink-2">
          Messages are signed with the new secret immediately. During the grace period they are also signed with the old
          one.
        </p>
        <Field label="Old secret stays valid for">
          <Select value={grace} onChange={({ target }) => setGrace(Number(target.value))}>
            {GRACES.map(({ hours, label }) => (
              <option key={hours} value={hours}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Refusal error={rotate.error} />
      </div>
    </Dialog>
  )
}
