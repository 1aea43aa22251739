import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { WebhookSubscription } from '@veritrace/contract/provenance/webhooks'
import { KeyRound, Send } from 'lucide-react'
import { useState } from 'react'
import { useOnce } from '../../../../shared/use-once.ts'
import { Status, type Tone } from '../../../../ui/badge.tsx'
import { Card, CardHead } from '../../../../ui/bits.tsx'
import { Button } from '../../../../ui/button.tsx'
import { moment, plural } from '../../../../ui/format.ts'
import { toast } from '../../../../ui/toast.tsx'
import { api } from '../../../api.ts'
import { Ago } from '../../../shared/ago.tsx'
import { may, whyNot } from '../../../shared/may.ts'
import { tell } from '../shared/refusal.tsx'
import { draftOf, settingsOf } from './draft.ts'
import { Rotate } from './rotate.tsx'
import { TestResult, useTest } from './test-message.tsx'

const TONES: Readonly<Record<WebhookSubscription['status'], Tone>> = {
  active: 'positive',
  failing: 'critical',
  disabled: 'neutral',
}
const REASONS: Readonly<Record<NonNullable<WebhookSubscription['disabled_reason']>, string>> = {
  '410': 'Disabled because the receiver responded with 410 Gone.',
  consecutive_failures: 'Disabled after too many failed deliveries in a row.',
  manual: 'Disabled by a user.',
}

/** The delivery status of the webhook, and actions on it. */
export function State({ webhook, onSecret }: { webhook: WebhookSubscription; onSecret(secret: string): void }) {
  const { enabled, status, disabled_reason, failure_streak, version } = webhook
  const queries = useQueryClient()
  const [isRotating, setRotating] = useState(false)
  const test = useTest(webhook)
  const change = useMutation({
    mutationFn: () =>
      api.webhooks.put({ body: settingsOf(draftOf(webhook), !enabled), headers: { 'if-match': `"${version}"` } }),
    onSuccess: (saved) => toast.ok(saved.enabled ? 'Webhook enabled' : 'Webhook disabled'),
    onError: (error) => toast.error('Could not change the webhook', tell(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['webhook'] }),
  })
  const changeOnce = useOnce(() => change.mutateAsync())
  const button = { size: 'sm', title: whyNot('admin'), disabled: !may('admin') } as const
  return (
    <Card>
      <CardHead
        title="Webhook"
        hint={
          <Status tone={TONES[status]} className="text-xs capitalize">
            {status}
          </Status>
        }
        actions={
          <>
            <Button
              {...button}
              disabled={!may('admin') || !enabled}
              title={whyNot('admin') ?? (enabled ? undefined : 'Enable it first')}
              busy={test.isBusy}
              onClick={test.send}
            >
              <Send />
              Send test
            </Button>
            <Button {...button} onClick={() => setRotating(true)}>
              <KeyRound />
              Rotate secret
            </Button>
            <Button {...button} busy={change.isPending} onClick={changeOnce}>
              {enabled ? 'Disable' : 'Enable'}
            </Button>
          </>
        }
      />
      <div className="flex flex-col gap-1 px-4 py-3 text-sm">
        <p className="font-mono text-xs break-all">{webhook.url}</p>
        {disabled_reason && <p className="text-caution">{REASONS[disabled_reason]}</p>}
        {status === 'failing' && (
          <p className="text-critical">
            The last {plural(failure_streak, 'delivery', 'deliveries')} failed
            {webhook.last_status_code && ` (last response ${webhook.last_status_code})`}.
          </p>
        )}
        <p className="text-xs text-ink-3">
          {webhook.last_success_at ? (
            <>
              Last delivery <Ago at={webhook.last_success_at} />
            </>
          ) : (
            'No deliveries yet'
          )}
          {webhook.last_failure_at && (
            <>
              {' '}
              · last failure <Ago at={webhook.last_failure_at} />
            </>
          )}{' '}
          · message version {webhook.api_version}
        </p>
        {webhook.previous_secret_expires_at && (
          <p className="text-xs text-ink-2">
            Messages are also signed with the old secret until {moment(webhook.previous_secret_expires_at)}.
          </p>
        )}
      </div>
      <TestResult test={test} />
      {isRotating && <Rotate webhook={webhook} onClose={() => setRotating(false)} onSecret={onSecret} />}
    </Card>
  )
}
