// The holder of a signing link reads the statement, and signs or declines it once.
import type { StatementAnswer, StatementStatus, StatementToSign } from '@veritrace/contract/provenance/statements'
import { type Caller, systemCaller, type Visitor } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail, forbiddenTransition } from '@veritrace/platform/errors'
import { hashOf } from '@veritrace/platform/identity/secrets'
import type { Provenance } from '../deps.ts'
import { attachNda } from '../requests/attach-nda.ts'
import { isClosed } from '../requests/rules.ts'
import { lockRequest } from '../requests/store.ts'
import { statementEvent } from './events.ts'
import { answerProblems, statusAfter } from './rules.ts'
import { SEAL_VERSION, sealOf } from './seal.ts'
import { findLink, listSigners, lockStatement, updateSignerRow, updateStatementRow } from './store.ts'
import type { SignerRow, StatementRow } from './tables.ts'
import { viewToSign } from './view.ts'

type Deps = Pick<Provenance, 'db' | 'events' | 'clock' | 'mailer' | 'publicUrl'>
interface Opened {
  caller: Caller
  row: StatementRow
  signers: SignerRow[]
  signer: SignerRow
}

/** Records only the first view, and nothing after the signer has answered. */
export function readStatement(deps: Deps, visitor: Visitor, token: string): Promise<StatementToSign> {
  return transact(deps.db, async (tx) => {
    const opened = await openLink({ ...deps, db: tx }, visitor, token)
    const { signer, row, signers } = opened
    const isWaiting = row.status === 'sent' || row.status === 'viewed'
    if (!isWaiting || signer.status !== 'pending') return viewToSign(row, signers, signer.id)
    const now = deps.clock.now()
    await updateSignerRow(tx, row.tenant_id, signer.id, { status: 'viewed', viewed_at: now })
    return settle({ ...deps, db: tx }, opened, ['viewed'])
  })
}

export function answerStatement(
  deps: Deps,
  visitor: Visitor,
  token: string,
  answer: StatementAnswer,
): Promise<StatementToSign> {
  return transact(deps.db, async (tx) => {
    const opened = await openLink({ ...deps, db: tx }, visitor, token)
    const { row, signer } = opened
    const errors = answerProblems(answer)
    if (errors.length > 0) fail('invalid_body', undefined, { errors })
    requireUnanswered(opened, answer)
    const now = deps.clock.now()
    const from = { ip: visitor.ip, user_agent: visitor.userAgent, viewed_at: signer.viewed_at ?? now }
    if (answer.decision === 'decline') {
      const decline_reason = answer.reason ?? null
      await updateSignerRow(tx, row.tenant_id, signer.id, { ...from, status: 'declined', decline_reason })
      return settle({ ...deps, db: tx }, opened, ['declined'])
    }
    await requireOpenRequest({ ...deps, db: tx }, row)
    const typed_name = answer.name!
    await updateSignerRow(tx, row.tenant_id, signer.id, { ...from, status: 'signed', typed_name, signed_at: now })
    return settle({ ...deps, db: tx }, opened, ['consent_given', 'name_typed', 'signed'])
  })
}

/** An unknown token, a malformed one and a void statement get the same error, so that guessing reveals nothing. */
async function openLink({ db: tx, clock }: Deps, visitor: Visitor, token: string): Promise<Opened> {
  const now = clock.now()
  const link = (await findLink(tx, hashOf(token))) ?? fail('signing_link_not_found')
  const row = (await lockStatement(tx, link.tenant_id, link.statement_id, now)) ?? fail('signing_link_not_found')
  if (row.status === 'void') fail('signing_link_not_found')
  if (row.status === 'expired') fail('signing_link_expired')
  const signers = await listSigners(tx, link.tenant_id, [row.id])
  const signer = signers.find(({ id }) => id === link.id)!
  // The link only proves that someone reads this mailbox, so the actor is the system, not a user.
  const actor = { type: 'system', id: signer.id, label: `Signer ${signer.email}` } as const
  const caller = { ...systemCaller(link.tenant_id, link.customer_id), ...visitor, actor }
  return { caller, row, signers, signer }
}

function requireUnanswered({ row, signer }: Opened, { decision }: StatementAnswer): void {
  const to = decision === 'sign' ? 'signed' : 'declined'
  if (row.status !== 'sent' && row.status !== 'viewed') forbiddenTransition('statement', row.status, to, [])
  if (signer.status === 'signed') forbiddenTransition('signature', signer.status, to, [])
}

/**
 * An NDA for a closed request would bind its signers for nothing. Locks the request, so that it cannot close in between.
 */
async function requireOpenRequest({ db: tx }: Pick<Deps, 'db'>, row: StatementRow): Promise<void> {
  const request = row.request_id ? await lockRequest(tx, row.tenant_id, row.request_id) : undefined
  if (!request || !isClosed(request.status)) return
  fail('forbidden_transition', `The request is ${request.status}, so there is nothing to sign.`, {
    from: row.status,
    allowed: ['declined'],
  })
}

/** Derives the statement's status from its signers; once all have signed, computes the seal. */
async function settle(
  deps: Deps,
  { caller, row, signer }: Opened,
  what: ('viewed' | 'consent_given' | 'name_typed' | 'signed' | 'declined')[],
): Promise<StatementToSign> {
  const { db: tx } = deps
  const now = deps.clock.now()
  const signers = await listSigners(tx, row.tenant_id, [row.id])
  const status = statusAfter(row.status, signers)
  const isSigned = status === 'signed'
  const signed = { ...row, status, signed_at: isSigned ? now : null }
  const seal = isSigned
    ? { seal: sealOf(signed, signers), seal_version: SEAL_VERSION }
    : { seal: null, seal_version: null }
  const types = [...what, ...(isSigned ? (['seal_computed'] as const) : [])]
  const events = [...row.events, ...types.map((type) => statementEvent(type, caller, now, signer.id))]
  await updateStatementRow(tx, row.tenant_id, row.id, {
    ...seal,
    status,
    signed_at: signed.signed_at,
    events: JSON.stringify(events),
    updated_at: now,
  })
  if (isSigned && row.kind === 'nda' && row.request_id) await attachNda(deps, caller, row.request_id, row.id)
  await recordAnswer(deps, { caller, row, signer }, what.at(-1)!, status, seal.seal)
  return viewToSign({ ...signed, ...seal }, signers, signer.id)
}

const ACTIONS = { viewed: 'view', signed: 'sign', declined: 'decline' } as const
/** Recording the seal in the audit chain makes a later seal over a different text detectable. */
const recordAnswer = (
  { db, events }: Deps,
  { caller, row, signer }: Omit<Opened, 'signers'>,
  what: string,
  status: StatementStatus,
  seal: string | null,
) =>
  events.record(db, caller, {
    action: `statement.${ACTIONS[what as keyof typeof ACTIONS]}`,
    resource: { type: 'statement', id: row.id, label: row.title },
    changes: seal ? [{ field: 'seal', from: null, to: seal }] : [],
    data: { kind: row.kind, signer_id: signer.id, status, seal },
  })
