import { useMutation } from '@tanstack/react-query'
import { PLAN_EVENTS, type PlanEvent, type PlanWebhook } from '@veritrace/contract/casework/plan-webhooks'
import { MAY } from '@veritrace/contract/casework/roles'
import { Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { More } from '../../../../shared/more.tsx'
import { usePages } from '../../../../shared/pages.ts'
import { Status } from '../../../../ui/badge.tsx'
import { Card, CardHead } from '../../../../ui/bits.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Confirm, Dialog } from '../../../../ui/dialog.tsx'
import { Field, Input } from '../../../../ui/field.tsx'
import { ago, plural } from '../../../../ui/format.ts'
import { toast } from '../../../../ui/toast.tsx'
import { api } from '../../../api.ts'
import { refusal } from '../../../shared/case/refusal.ts'
import { sentenceOf } from '../../../shared/case/words.ts'
import { Loaded } from '../../../shared/loaded.tsx'
import { useMay } from '../../../shared/use-me.ts'
import { below, useCase, useRefresh } from '../queries.ts'
import { DELIVERY_TONES } from './deliveries.tsx'

const PAGE = 50

/** The webhooks that receive the plan events of the case. */
export function Webhooks() {
  const theCase = useCase()
  const may = useMay(MAY.decide)
  const [adding, setAdding] = useState(false)
  const webhooks = usePages(below(theCase, 'webhooks'), (at) =>
    api.planWebhooks.list({ params: { caseId: theCase.id }, query: { limit: PAGE, ...at } }),
  )
  return (
    <Card>
      <CardHead
        title="Webhooks"
        actions={
          <Button
            size="sm"
            disabled={!may}
            title={may ? undefined : `Requires one of these roles: ${MAY.decide.join(', ')}`}
            onClick={() => setAdding(true)}
          >
            <Plus />
            Create webhook
          </Button>
        }
      />
      <Loaded query={webhooks} failed="The webhooks did not load">
        {({ items }) =>
          items.length === 0 ? (
            <p className="p-4 text-sm text-ink-2">
              No webhooks yet. A webhook sends plan events to a public https URL.
            </p>
          ) : (
            <ul className="divide-y divide-line-row">
              {items.map((webhook) => (
                <WebhookRow key={webhook.id} webhook={webhook} mayRemove={may} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <More found={webhooks} what="webhooks" className="border-t border-line-row" />
      {adding && <NewWebhook onClose={() => setAdding(false)} />}
    </Card>
  )
}

function WebhookRow({ webhook, mayRemove }: { webhook: PlanWebhook; mayRemove: boolean }) {
  const { id } = useCase()
  const refresh = useRefresh()
  const [asked, setAsked] = useState(false)
  const remove = useMutation({
    mutationFn: () => api.planWebhooks.remove({ params: { caseId: id, webhookId: webhook.id } }),
    onSuccess: refresh,
    onError: (error) => toast.error('The webhook was not deleted', refusal(error)),
  })
  return (
    <li className="flex items-center gap-2 px-4 py-2 text-sm">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-mono text-xs">{webhook.url}</span>
        <span className="block text-xs text-ink-3">
          {webhook.events.includes('*') ? 'all events' : plural(webhook.events.length, 'event')} · secret{' '}
          {webhook.secret_hint}
          {webhook.disabled_reason && ` · disabled: ${webhook.disabled_reason}`}
        </span>
      </span>
      {webhook.last_delivery && (
        <Status tone={DELIVERY_TONES[webhook.last_delivery.status]}>
          {sentenceOf(webhook.last_delivery.status)} {ago(webhook.last_delivery.at)}
        </Status>
      )}
      {mayRemove && (
        <Button variant="ghost" size="icon-sm" aria-label={`Delete ${webhook.url}`} onClick={() => setAsked(true)}>
          <Trash2 />
        </Button>
      )}
      <Confirm
        open={asked}
        onOpenChange={setAsked}
        title="Delete this webhook?"
        action="Delete webhook"
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        {webhook.url} receives no more messages. Its pending messages are deleted.
      </Confirm>
    </li>
  )
}

function NewWebhook({ onClose }: { onClose(): void }) {
  const { id } = useCase()
  const refresh = useRefresh()
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<readonly (PlanEvent | '*')[]>(['*'])
  const create = useMutation({
    mutationFn: () =>
      api.planWebhooks.create({
        params: { caseId: id },
        body: { url: url.trim(), events: [...events], description: '', active: true },
      }),
    onSuccess: refresh,
    onError: (error) => toast.error('The webhook was not created', refusal(error)),
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  const toggle = (event: PlanEvent) => {
    const named = events.filter((one) => one !== '*')
    const next = named.includes(event) ? named.filter((one) => one !== event) : [...named, event]
    setEvents(next.length > 0 ? next : ['*'])
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="New webhook"
      footer={
        create.data ? (
          <Button variant="solid" onClick={onClose}>
            I saved the secret
          </Button>
        ) : (
          <Button variant="solid" type="submit" form="new-webhook" busy={create.isPending}>
            Create webhook
          </Button>
        )
      }
    >
      {create.data ? (
        <p className="text-sm">
          Save this secret now. It signs the messages and is shown only once:
          <code className="mt-2 block rounded-md border bg-sunken p-2 font-mono text-xs break-all">
            {create.data.secret}
          </code>
        </p>
      ) : (
        <form id="new-webhook" onSubmit={onSubmit} className="flex flex-col gap-3">
          <Field label="URL" hint="Must be a public https URL" required>
            <Input
              type="url"
              value={url}
              onChange={(event) => setUrl(event.target.value)}
              required
              placeholder="https://"
            />
          </Field>
          <fieldset className="grid grid-cols-1 gap-1 sm:grid-cols-2">
            <legend className="mb-1 text-sm font-medium">Events (default: all)</legend>
            {PLAN_EVENTS.filter((event) => event !== 'ping').map((event) => (
              <label key={event} className="flex min-h-6 items-center gap-1.5 font-mono text-xs">
                <input type="checkbox" checked={events.includes(event)} onChange={() => toggle(event)} />
                {event}
              </label>
            ))}
          </fieldset>
        </form>
      )}
    </Dialog>
  )
}
