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
  { hours: 0, label: 'Not at all: the old one leaked' },
  { hours: 1, label: 'An hour' },
  { hours: 24, label: 'A day' },
  { hours: 168, label: 'A week' },
]

interface Props {
  webhook: WebhookSubscription
  onClose(): void
  onSecret(secret: string): void
}
/** The settings stay; what signs them changes. */
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
      title="A new secret for the webhook"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="solid" busy={rotate.isPending} onClick={rotateOnce}>
            Make a new secret
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <p className="text-ink-2">
          Messages are signed with it from now on. While the old one signs along, your program may know either.
        </p>
        <Field label="The old one signs along for">
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
