import type { WebhookDelivery } from '@veritrace/contract/provenance/webhooks'
import { CopyButton } from '../../../shared/copy-button.tsx'
import { whenNext } from './due.ts'

/** The receiver's response to a message. */
export function Answer({ delivery }: { delivery: WebhookDelivery }) {
  const { id, last_status, last_error, response_snippet, attempt_count, max_attempts, next_attempt_at } = delivery
  return (
    <div className="flex flex-col gap-1 text-xs text-ink-2">
      <p>
        {last_status
          ? `The receiver responded with ${last_status}.`
          : attempt_count > 0 && 'The receiver did not respond.'}{' '}
        {last_error && last_error !== String(last_status) && <span className="wrap-anywhere">{last_error}</span>}
      </p>
      {response_snippet && (
        <pre className="max-h-32 overflow-auto rounded-md border bg-sunken p-2 font-mono break-all whitespace-pre-wrap">
          {response_snippet}
        </pre>
      )}
      <p className="text-ink-3">
        Attempt {attempt_count} of {max_attempts}
        {next_attempt_at && attempt_count > 0 && `, next ${whenNext(delivery)}`}
      </p>
      <p className="flex items-center gap-1 text-ink-3">
        webhook-id <span className="font-mono break-all">{id}</span>
        <CopyButton text={id} what="the message ID" />
      </p>
    </div>
  )
}
