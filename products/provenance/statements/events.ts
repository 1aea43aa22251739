// The history that each statement stores about itself.
import type { StatementEvent } from '@veritrace/contract/provenance/statements'
import type { Visitor } from '@veritrace/platform/caller'

export const statementEvent = (
  type: StatementEvent['type'],
  { ip, userAgent }: Visitor,
  now: Date,
  signerId: string | null = null,
): StatementEvent => ({ type, at: now.toISOString(), signer_id: signerId, ip, user_agent: userAgent })
