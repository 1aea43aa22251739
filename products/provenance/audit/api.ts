// The audit log as pages, as a file and as a live stream.
import { audit } from '@veritrace/contract/provenance/audit'
import { listAudit } from '@veritrace/platform/events/audit'
import { implement } from '@veritrace/platform/implement'
import type { Provenance } from '../deps.ts'
import { exportAuditLog } from './export-audit.ts'
import { auditFilter } from './rules.ts'
import { streamAudit } from './stream-audit.ts'
import { viewEntry } from './view.ts'

export const auditApi = (deps: Provenance) =>
  implement(audit, {
    list: async ({ query }, caller) => {
      const { format = 'json', cursor, limit } = query
      if (format !== 'json') return exportAuditLog(deps, caller, query, format)
      const { items, next } = await listAudit(deps.db, caller.tenant, { cursor, limit, ...auditFilter(query) })
      return { items: items.map(viewEntry), next }
    },
    stream: ({ headers, signal }, caller) => streamAudit(deps, caller, headers['last-event-id'], signal),
  })
