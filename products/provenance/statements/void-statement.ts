// Voids a statement: its links stop working and no signature counts.
import type { StatementDetail } from '@veritrace/contract/provenance/statements'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { forbiddenTransition, notFound, staleVersion } from '@veritrace/platform/errors'
import type { Provenance } from '../deps.ts'
import { statementEvent } from './events.ts'
import { askableFrom, TRANSITIONS } from './rules.ts'
import { lockStatement, updateStatementRow } from './store.ts'
import { viewStored } from './view.ts'

export function voidStatement(
  { db, events, clock }: Provenance,
  caller: Caller,
  id: string,
  ifVersion?: number,
): Promise<StatementDetail> {
  return transact(db, async (tx) => {
    const now = clock.now()
    const row = (await lockStatement(tx, caller.tenant, id, now)) ?? notFound('customer_statement', id)
    if (ifVersion !== undefined && ifVersion !== row.version) staleVersion('statement', row.version)
    if (!TRANSITIONS[row.status].includes('void'))
      forbiddenTransition('statement', row.status, 'void', askableFrom(row.status))
    const history = JSON.stringify([...row.events, statementEvent('voided', caller, now)])
    await updateStatementRow(tx, caller.tenant, id, { status: 'void', events: history, updated_at: now })
    await events.record(tx, caller, {
      action: 'statement.void',
      resource: { type: 'statement', id, label: row.title },
      changes: [{ field: 'status', from: row.status, to: 'void' }],
      data: { kind: row.kind },
    })
    return (await viewStored(tx, caller.tenant, id, now))!
  })
}
