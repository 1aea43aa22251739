// The seal: a hash over the text, the signers, their consent and the times. Anyone with the statement can compute it.
import { createHash } from 'node:crypto'
import { iso } from '@veritrace/platform/clock'
import { canonicalJson } from '@veritrace/platform/events/hash'
import type { SignerRow, StatementRow } from './tables.ts'

export const SEAL_VERSION = 1

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
export const bodyHash = (body: string): string => sha256(body)

type Sealed = Pick<
  StatementRow,
  | 'id'
  | 'tenant_id'
  | 'kind'
  | 'title'
  | 'body'
  | 'consent_text'
  | 'valid_until'
  | 'request_id'
  | 'sent_at'
  | 'signed_at'
>

/** Hashes the current body instead of using the stored hash, so that a change to either is detected. */
export const sealOf = (statement: Sealed, signers: readonly SignerRow[]): string =>
  sha256(
    canonicalJson({
      seal_version: SEAL_VERSION,
      id: statement.id,
      tenant_id: statement.tenant_id,
      kind: statement.kind,
      title: statement.title,
      body_sha256: bodyHash(statement.body),
      consent_text: statement.consent_text,
      request_id: statement.request_id,
      valid_until: iso(statement.valid_until),
      sent_at: iso(statement.sent_at),
      signed_at: iso(statement.signed_at),
      signers: signers
        .map(({ id, name, email, role, status, typed_name, viewed_at, signed_at, ip, user_agent }) => ({
          id,
          name,
          email,
          role,
          status,
          typed_name,
          viewed_at: iso(viewed_at),
          signed_at: iso(signed_at),
          ip,
          user_agent,
        }))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
    }),
  )

/** Whether the sealed data is unchanged; null if there is no seal. */
export function isSealIntact(
  statement: Sealed & Pick<StatementRow, 'seal' | 'body_sha256'>,
  signers: readonly SignerRow[],
): boolean | null {
  if (statement.seal === null) return null
  return statement.seal === sealOf(statement, signers) && statement.body_sha256 === bodyHash(statement.body)
}
