// Checks the fields of a pin and converts them to columns.
import type { AlertRule, PinPatch } from '@veritrace/contract/provenance/pins'
import type { Caller } from '@veritrace/platform/caller'
import { fail } from '@veritrace/platform/errors'
import type { Provenance } from '../deps.ts'
import { doubledName } from './rules.ts'
import { findMember } from './store.ts'

export async function requireFields(tx: Provenance['db'], caller: Caller, fields: PinPatch): Promise<void> {
  requireNames(fields.alert_rules ?? [])
  if (!fields.owner_id || (await findMember(tx, caller.tenant, fields.owner_id))) return
  const errors = [{ path: 'owner_id', message: 'is not a member of the workspace' }]
  fail('unknown_reference', 'owner_id is not a member of the workspace.', { errors })
}

export function requireNames(rules: readonly AlertRule[]): void {
  const name = doubledName(rules)
  if (name !== undefined) fail('unacceptable', `Two alert rules are named “${name}”.`)
}

export const asColumns = ({ contract_end_at, last_reviewed_at, read_until, alert_rules, ...fields }: PinPatch) => ({
  ...fields,
  ...(contract_end_at !== undefined && { contract_end_at: momentOf(contract_end_at) }),
  ...(last_reviewed_at !== undefined && { last_reviewed_at: momentOf(last_reviewed_at) }),
  ...(read_until !== undefined && { read_until: new Date(read_until) }),
  ...(alert_rules !== undefined && { alert_rules: JSON.stringify(alert_rules) }),
})

const momentOf = (text: string | null): Date | null => (text === null ? null : new Date(text))
