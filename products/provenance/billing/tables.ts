// Row types of payments.
import type { NewFeedback } from '@veritrace/contract/provenance/billing'

export interface BillingTables {
  'provenance.payment_events': {
    provider_event_id: string
    tenant_id: string | null
    type: string
    created_at: Date
    received_at: Date
  }
  'provenance.subscriptions': {
    tenant_id: string
    subscription_id: string
    cancel_at_period_end: boolean
    read_at: Date
  }
  'provenance.billing_feedback': {
    id: string
    tenant_id: string
    reason_code: NewFeedback['reason_code']
    comment: string
    would_return: boolean | null
    given_by: string
    created_at: Date
  }
}
