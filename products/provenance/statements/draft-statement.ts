// Creates a statement as a draft. Its text is final from the start, but no one has been asked to sign yet.
import type { NewStatement, StatementDetail } from '@veritrace/contract/provenance/statements'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail } from '@veritrace/platform/errors'
import { newId } from '@veritrace/platform/ids'
import type { Provenance } from '../deps.ts'
import { isClosed } from '../requests/rules.ts'
import { findRequest } from '../requests/store.ts'
import { statementEvent } from './events.ts'
import { CONSENT_TEXT } from './rules.ts'
import { bodyHash } from './seal.ts'
import { findStatement, insertStatement } from './store.ts'
import { viewStored } from './view.ts'

export function draftStatement(deps: Provenance, caller: Caller, body: NewStatement): Promise<StatementDetail> {
  return transact(deps.db, async (tx) => {
    await requireReferences({ ...deps, db: tx }, caller.tenant, body)
    const id = newId('stm')
    const now = deps.clock.now()
    await insertStatement(tx, {
      id,
      tenant_id: caller.tenant,
      kind: body.kind,
      title: body.title,
      body: body.body,
      body_sha256: bodyHash(body.body),
      consent_text: CONSENT_TEXT,
      valid_until: body.valid_until ? new Date(body.valid_until) : null,
      supersedes_id: body.supersedes_id ?? null,
      request_id: body.request_id ?? null,
      events: JSON.stringify([statementEvent('created', caller, now)]),
      author_id: caller.actor.id,
      created_at: now,
      updated_at: now,
    })
    await deps.events.record(tx, caller, {
      action: 'statement.create',
      resource: { type: 'statement', id, label: body.title },
      data: { kind: body.kind },
    })
    return (await viewStored(tx, caller.tenant, id, now))!
  })
}

async function requireReferences(
  { db, clock }: Pick<Provenance, 'db' | 'clock'>,
  tenant: string,
  { kind, request_id, supersedes_id, valid_until }: NewStatement,
): Promise<void> {
  const now = clock.now()
  if (valid_until && new Date(valid_until) <= now) fail('unacceptable', 'valid_until is in the past.')
  const request = request_id ? await findRequest(db, tenant, request_id) : undefined
  const errors = [
    ...(request_id && !request ? [unknown('request_id', request_id)] : []),
    ...(supersedes_id && !(await findStatement(db, tenant, supersedes_id, now))
      ? [unknown('supersedes_id', supersedes_id)]
      : []),
  ]
  if (errors.length > 0) fail('unknown_reference', undefined, { errors })
  if (!request) return
  if (kind !== 'nda' || request.kind !== 'document_access')
    fail('unacceptable', 'Only an NDA can be linked to a request, and only to a request for documents.')
  if (isClosed(request.status)) fail('unacceptable', `The request is ${request.status}.`)
}

const unknown = (path: string, name: string) => ({ path, message: `names “${name}”, which does not exist` })
