// Converts rows to the types of the contract.
import type { Statement, StatementDetail, StatementToSign } from '@veritrace/contract/provenance/statements'
import { iso } from '@veritrace/platform/clock'
import type { Db } from '@veritrace/platform/db/db'
import { renderMarkdown } from '../markdown/render.ts'
import type { Tables } from '../tables.ts'
import { isSealIntact } from './seal.ts'
import { findStatement, listSigners } from './store.ts'
import type { SignerRow, StatementRow } from './tables.ts'

/** The statements with their signers, in the given order. */
export async function viewStatements(
  db: Db<Tables>,
  tenant: string,
  rows: readonly StatementRow[],
): Promise<Statement[]> {
  const ids = rows.map(({ id }) => id)
  const signers = Map.groupBy(await listSigners(db, tenant, ids), (signer) => signer.statement_id)
  return rows.map((row) => viewStatement(row, signers.get(row.id) ?? []))
}

/** The current state; undefined if the tenant has no such statement. */
export async function viewStored(
  db: Db<Tables>,
  tenant: string,
  id: string,
  now: Date,
): Promise<StatementDetail | undefined> {
  const row = await findStatement(db, tenant, id, now)
  return row && { ...viewStatement(row, await listSigners(db, tenant, [id])), body: row.body }
}

const viewStatement = (row: StatementRow, signers: readonly SignerRow[]): Statement => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  version: row.version,
  body_sha256: row.body_sha256,
  status: row.status,
  signers: signers.map(viewSigner),
  consent_text: row.consent_text,
  seal: row.seal,
  seal_version: row.seal_version,
  seal_valid: isSealIntact(row, signers),
  // There is no timestamp authority, and signatures produce no certificate.
  timestamp_token: null,
  certificate_evidence_id: null,
  request_id: row.request_id,
  valid_until: iso(row.valid_until),
  supersedes_id: row.supersedes_id,
  events: row.events,
  sent_at: iso(row.sent_at),
  sign_by: iso(row.sign_by),
  signed_at: iso(row.signed_at),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

const viewSigner = ({ tenant_id, statement_id, position, ...signer }: SignerRow): Statement['signers'][number] => ({
  ...signer,
  viewed_at: iso(signer.viewed_at),
  signed_at: iso(signer.signed_at),
})

/** What a signer sees: the text, the overall status, and of the signers only themselves. */
export const viewToSign = (row: StatementRow, signers: readonly SignerRow[], signerId: string): StatementToSign => {
  const { name, email, role, status } = signers.find(({ id }) => id === signerId)!
  return {
    kind: row.kind,
    title: row.title,
    body: row.body,
    body_html: renderMarkdown(row.body, { under: 1 }),
    body_sha256: row.body_sha256,
    consent_text: row.consent_text,
    status: row.status,
    signer: { name, email, role, status },
    valid_until: iso(row.valid_until),
    sign_by: iso(row.sign_by),
    seal: row.seal,
    seal_version: row.seal_version,
    seal_valid: isSealIntact(row, signers),
  }
}
