// An event is recorded once and becomes the audit entry, the webhook message and the live notification.
import type { EventType } from '@veritrace/contract/event-types'
import type { Actor, Caller } from '../caller.ts'
import type { Db } from '../db/db.ts'

export interface Change {
  field: string
  from: unknown
  to: unknown
}

export interface EventInput {
  /** `page.publish`: resource and verb. */
  action: EventType
  resource: { type: string; id: string; label: string }
  changes?: readonly Change[]
  outcome?: 'success' | 'denied' | 'failed'
  reason?: string
  /** Additional data for webhooks. */
  data?: Record<string, unknown>
}

export interface AuditEntry {
  id: string
  /** Numbered per tenant, without gaps, in the order of commits. */
  sequence: number
  occurred_at: string
  actor: Actor & { ip?: string; user_agent?: string }
  action: string
  resource: { type: string; id: string; label: string }
  outcome: 'success' | 'denied' | 'failed'
  reason: string | null
  changes: Change[]
  request_id: string
  prev_hash: string
  hash: string
}

export interface Events {
  /**
   * Records the event in the transaction of `tx`, so that the change and its record are both committed or neither is.
   */
  record(tx: Db, caller: Caller, event: EventInput): Promise<void>
  /** The sequence of the newest entry, 0 if there is none. Following from there misses no later entry. */
  headOf(tenant: string): Promise<number>
  /** Entries of a tenant after `afterSequence`, as they are committed in any process. Ends when `signal` aborts. */
  follow(tenant: string, options: { afterSequence: number; signal?: AbortSignal }): AsyncIterable<AuditEntry>
  start(): Promise<void>
  stop(): Promise<void>
}
