// Row types of email events.

export interface LifecycleTables {
  'provenance.email_events': { message_id: string; type: string; received_at: Date }
}
