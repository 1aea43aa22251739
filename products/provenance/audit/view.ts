// From an entry of the platform to what the contract shows.
import type { AuditEntry } from '@veritrace/contract/provenance/audit'
import type { AuditEntry as Entry } from '@veritrace/platform/events/event'

export const viewEntry = (entry: Entry): AuditEntry => ({ ...entry, correlation_id: entry.request_id })
