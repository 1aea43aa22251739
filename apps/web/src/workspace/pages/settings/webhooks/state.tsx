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
  '410': 'Off: the receiver said that it is gone (410).',
  consecutive_failures: 'Off: too many messages in a row did not arrive.',
  manual: 'Off: somebody has switched it off.',
}

/** Whether messages arrive, and what can be done about it. */
export function State({ webhook, onSecret }: { webhook: WebhookSubscription; onSecret(secret: string): void }) {
  const { enabled, status, disabled_reason, failure_streak, version } = webhook
  const queries = useQueryClient()
  const [isRotating, setRotating] = useState(false)
  const test = useTest(webhook)
  const change = useMutation({
    mutationFn: () =>
      api.webhooks.put({ body: settingsOf(draftOf(webhook), !enabled), headers: { 'if-match': `"${version}"` } }),
    onSuccess: (saved) => toast.ok(saved.enabled ? 'The webhook is on' : 'The webhook is off'),
    onError: (error) => toast.error('The webhook was not changed', tell(error)),
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
              title={whyNot('admin') ?? (enabled ? undefined : 'Switch it on first')}
              busy={test.isBusy}
              onClick={test.send}
            >
              <Send />
              Send a test
            </Button>
            <Button {...button} onClick={() => setRotating(true)}>
              <KeyRound />
              New secret
            </Button>
            <Button {...button} busy={change.isPending} onClick={changeOnce}>
              {enabled ? 'Switch off' : 'Switch on'}
            </Button>
          </>
        }
      />
      <div className="flex flex-col gap-1 px-4 py-3 text-sm">
        <p className="font-mono text-xs break-all">{webhook.url}</p>
        {disabled_reason && <p className="text-caution">{REASONS[disabled_reason]}</p>}
        {status === 'failing' && (
          <p className="text-critical">
            {plural(failure_streak, 'message', 'messages')} in a row did not arrive
            {webhook.last_status_code && ` (last answer ${webhook.last_status_code})`}.
          </p>
        )}
        <p className="text-xs text-ink-3">
          {webhook.last_success_at ? (
            <>
              Last arrived <Ago at={webhook.last_success_at} />
            </>
          ) : (
            'Nothing has arrived yet'
          )}
          {webhook.last_failure_at && (
            <>
              {' '}
              · last failed <Ago at={webhook.last_failure_at} />
            </>
          )}{' '}
          · version {webhook.api_version} of messages
        </p>
        {webhook.previous_secret_expires_at && (
          <p className="text-xs text-ink-2">
            Messages also carry the signature of the old secret until {moment(webhook.previous_secret_expires_at)}.
          </p>
        )}
      </div>
      <TestResult test={test} />
      {isRotating && <Rotate webhook={webhook} onClose={() => setRotating(false)} onSecret={onSecret} />}
    </Card>
  )
}
