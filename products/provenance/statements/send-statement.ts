// Asks people to sign. Each signer gets a personal link, and we store only the hash of its token.
import type { SendStatement, StatementDetail } from '@veritrace/contract/provenance/statements'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail, forbiddenTransition, notFound, staleVersion } from '@veritrace/platform/errors'
import { hashOf } from '@veritrace/platform/identity/secrets'
import { newId, newSecret } from '@veritrace/platform/ids'
import type { Provenance } from '../deps.ts'
import { isClosed } from '../requests/rules.ts'
import { findRequest } from '../requests/store.ts'
import { statementEvent } from './events.ts'
import { askableFrom, repeatedAddress, signBy, TRANSITIONS } from './rules.ts'
import { insertSigners, lockStatement, updateStatementRow } from './store.ts'
import type { StatementRow } from './tables.ts'
import { viewStored } from './view.ts'

type Signers = SendStatement['signers']

export function sendStatement(
  deps: Provenance,
  caller: Caller,
  id: string,
  { signers }: SendStatement,
  ifVersion?: number,
): Promise<StatementDetail> {
  return transact(deps.db, async (tx) => {
    const now = deps.clock.now()
    const row = (await lockStatement(tx, caller.tenant, id, now)) ?? notFound('customer_statement', id)
    if (ifVersion !== undefined && ifVersion !== row.version) staleVersion('statement', row.version)
    if (!TRANSITIONS[row.status].includes('sent'))
      forbiddenTransition('statement', row.status, 'sent', askableFrom(row.status))
    const sign_by = signBy(now, row.valid_until)
    if (sign_by <= now) fail('unacceptable', 'The statement is past its valid_until date.')
    await requireSigners({ ...deps, db: tx }, row, signers)
    const links = signers.map((signer) => ({ ...signer, id: newId('sig'), token: newSecret() }))
    await insertSigners(
      tx,
      links.map(({ token, role = '', name, email, id: signer }, position) => ({
        id: signer,
        tenant_id: caller.tenant,
        statement_id: id,
        position,
        name,
        email,
        role,
        token_hash: hashOf(token),
      })),
    )
    const sent = links.map((link) => statementEvent('sent', caller, now, link.id))
    const events = JSON.stringify([...row.events, ...sent])
    await updateStatementRow(tx, caller.tenant, id, { status: 'sent', sent_at: now, sign_by, events, updated_at: now })
    for (const link of links) await mailLink({ ...deps, db: tx }, row, link, sign_by)
    await deps.events.record(tx, caller, {
      action: 'statement.send',
      resource: { type: 'statement', id, label: row.title },
      data: { kind: row.kind, signers: links.map((link) => link.id) },
    })
    return (await viewStored(tx, caller.tenant, id, now))!
  })
}

async function requireSigners({ db }: Pick<Provenance, 'db'>, row: StatementRow, signers: Signers): Promise<void> {
  const twice = repeatedAddress(signers)
  if (twice) fail('unacceptable', `${twice} is listed twice.`)
  if (!row.request_id) return
  const request = await findRequest(db, row.tenant_id, row.request_id)
  if (!request || isClosed(request.status)) fail('unacceptable', `The request is ${request?.status ?? 'deleted'}.`)
  const asking = request.requester.email.toLowerCase()
  if (!signers.some(({ email }) => email.toLowerCase() === asking))
    fail('unacceptable', 'The requester must be one of the signers.')
}

/** Plain text only, so that markup in a title has no effect. */
const mailLink = (
  { db: tx, mailer, publicUrl }: Pick<Provenance, 'db' | 'mailer' | 'publicUrl'>,
  { tenant_id, title }: StatementRow,
  { name, email, token }: { name: string; email: string; token: string },
  until: Date,
) =>
  mailer.send(tx, {
    tenant: tenant_id,
    to: email,
    kind: 'statement_signature',
    subject: `Please sign: ${title}`,
    text: [
      `Hello ${name},`,
      '',
      `you have been asked to sign “${title}”. Read it, then sign or decline:`,
      '',
      `${publicUrl}/sign/${token}`,
      '',
      `This is your personal link, for one signature. It works until ${until.toISOString().slice(0, 10)}.`,
    ].join('\n'),
  })
