// The delivery log: one delivery is one message to one endpoint, with all its attempts.

/** failed: the last attempt failed and another follows. dead: no further attempt. */
export type DeliveryStatus = 'pending' | 'succeeded' | 'failed' | 'dead'

export interface Delivery {
  /** The `webhook-id` that the receiver sees. */
  id: string
  endpoint_id: string
  outbox_id: number | null
  event_type: string
  status: DeliveryStatus
  attempt_count: number
  max_attempts: number
  next_attempt_at: Date
  last_status: number | null
  last_error: string | null
  response_snippet: string | null
  created_at: Date
  completed_at: Date | null
  dead_lettered_at: Date | null
}

export interface Attempt {
  attempt: number
  at: Date
  status_code: number | null
  duration_ms: number
  error: string | null
  response_snippet: string | null
}
