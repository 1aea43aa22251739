// Row types of what was heard about mail.

export interface LifecycleTables {
  'provenance.email_events': { message_id: string; type: string; received_at: Date }
}
