import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@veritrace/contract/client'
import type { WebhookSubscription } from '@veritrace/contract/provenance/webhooks'
import { type FormEvent, useState } from 'react'
import { useOnce } from '../../../../shared/use-once.ts'
import { Card, CardHead } from '../../../../ui/bits.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Field, Input, Select } from '../../../../ui/field.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { api, explain } from '../../../api.ts'
import { may, whyNot } from '../../../shared/may.ts'
import { isStale, problemAt } from '../../../shared/refusal.ts'
import { Refusal } from '../shared/refusal.tsx'
import { type Draft, draftOf, gapOf, settingsOf } from './draft.ts'
import { EventPicker } from './event-picker.tsx'
import { Headers } from './headers.tsx'
import { VendorPicker } from './vendor-picker.tsx'

const FIELDS = ['url', 'description', 'rate_limit_per_s']

interface Props {
  /** Undefined for a new webhook. */
  webhook?: WebhookSubscription
  onSecret?(secret: string): void
  onCancel?(): void
}
export function SubscriptionForm({ webhook, onSecret, onCancel }: Props) {
  const queries = useQueryClient()
  const [edited, setEdited] = useState<Draft>()
  const draft = edited ?? draftOf(webhook)
  const set = (change: Partial<Draft>) => setEdited({ ...draft, ...change })
  const gap = gapOf(draft)
  const save = useMutation({
    mutationFn: () =>
      api.webhooks.put({
        body: settingsOf(draft, webhook?.enabled ?? true),
        ...(webhook && { headers: { 'if-match': `"${webhook.version}"` } }),
      }),
    onSuccess: ({ secret, ...saved }) => {
      queries.setQueryData(['webhook'], saved)
      setEdited(undefined)
      toast.ok(webhook ? 'Webhook saved' : 'Webhook created')
      if (secret) onSecret?.(secret)
    },
    onError: (error) => isStale(error) && queries.invalidateQueries({ queryKey: ['webhook'] }),
  })
  const saveOnce = useOnce(() => save.mutateAsync())
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    saveOnce()
  }
  const undo = () => {
    setEdited(undefined)
    save.reset()
    onCancel?.()
  }
  const isRefusedAddress = save.error instanceof ApiError && save.error.code === 'address_refused'
  return (
    <Card>
      <CardHead title={webhook ? 'Settings' : 'New webhook'} />
      <form onSubmit={onSubmit} onChange={() => save.isError && save.reset()} className="flex flex-col gap-5 px-4 py-4">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field
            label="URL"
            required
            hint="A public https address that accepts POST requests"
            error={isRefusedAddress ? explain(save.error) : problemAt(save.error, 'url')}
          >
            <Input
              type="url"
              required
              maxLength={2048}
              placeholder="https://"
              value={draft.url}
              onChange={({ target }) => set({ url: target.value })}
            />
          </Field>
          <Field label="Description" hint="For your team" error={problemAt(save.error, 'description')}>
            <Input
              maxLength={500}
              value={draft.description}
              onChange={({ target }) => set({ description: target.value })}
            />
          </Field>
        </div>
        <EventPicker chosen={draft.event_types} onChange={(event_types) => set({ event_types })} />
        <VendorPicker scope={draft.vendor_scope} ids={draft.vendor_ids} onChange={set} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field
            label="Payload"
            hint={
              draft.payload === 'thin' ? 'IDs only; your program fetches the rest' : 'Includes the data of the event'
            }
          >
            <Select value={draft.payload} onChange={({ target }) => set({ payload: target.value as Draft['payload'] })}>
              <option value="thin">Thin</option>
              <option value="full">Full</option>
            </Select>
          </Field>
          <Field
            label="Rate limit (per second)"
            hint="Default: no limit"
            error={problemAt(save.error, 'rate_limit_per_s')}
          >
            <Input
              type="number"
              min={1}
              max={1000}
              value={draft.rate}
              onChange={({ target }) => set({ rate: target.value })}
            />
          </Field>
        </div>
        <Headers headers={draft.headers} onChange={(headers) => set({ headers })} />
        {edited && gap && <p className="text-sm text-caution">{gap}</p>}
        {!isRefusedAddress && <Refusal error={save.error} fields={FIELDS} />}
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            variant="solid"
            busy={save.isPending}
            disabled={!may('admin') || !edited || gap !== undefined}
            title={whyNot('admin')}
          >
            {webhook ? 'Save' : 'Create webhook'}
          </Button>
          {(edited || onCancel) && <Button onClick={undo}>{webhook ? 'Discard' : 'Cancel'}</Button>}
        </div>
      </form>
    </Card>
  )
}
