import type { WebhookDelivery } from '@veritrace/contract/provenance/webhooks'
import { ago } from '../../../../ui/format.ts'

const SOON_MS = 60_000

/** True if the next attempt is soon. After failures, it may be hours away. */
export const isDue = ({ next_attempt_at }: WebhookDelivery): boolean =>
  next_attempt_at !== null && Date.parse(next_attempt_at) - Date.now() < SOON_MS

export const whenNext = (delivery: WebhookDelivery): string =>
  isDue(delivery) ? 'within a minute' : ago(delivery.next_attempt_at ?? '')
