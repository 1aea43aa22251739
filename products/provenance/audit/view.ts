// Converts entries of the platform to the type of the contract.
import type { AuditEntry } from '@veritrace/contract/provenance/audit'
import type { AuditEntry as Entry } from '@veritrace/platform/events/event'

export const viewEntry = (entry: Entry): AuditEntry => ({ ...entry, correlation_id: entry.request_id })
