// The live side of the audit log.
import { audit } from '@veritrace/contract/provenance/audit'
import { implement } from '@veritrace/platform/http/implement'
import type { Provenance } from '../deps.ts'
import { streamAudit } from './stream-audit.ts'

export const auditApi = (deps: Provenance) =>
  implement(audit, {
    stream: ({ headers, signal }, caller) => streamAudit(deps, caller, headers['last-event-id'], signal),
  })
