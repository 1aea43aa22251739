import type { Decision } from '@veritrace/contract/casework/decisions'
import type { Home } from '../model/artifacts.ts'
import type { DecisionRow } from '../model/tables.ts'
import type { Pack } from '../packs/pack.ts'
import { addressOf } from '../rating/addresses.ts'

export const viewDecision = (row: DecisionRow, pack: Pack, home: Home, now: Date): Decision => ({
  id: row.id,
  kind: row.kind,
  artifact: addressOf(pack, home, { type: row.type, name: row.key }),
  value: row.value,
  rationale: row.rationale,
  reviewed: row.reviewed,
  by: row.by_name,
  at: row.at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
  status: row.revoked_at ? 'revoked' : row.expires_at && row.expires_at <= now ? 'expired' : 'active',
  project_id: row.project_id,
  case_id: row.case_id,
})
