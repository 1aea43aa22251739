// Row types of statements and their signers.
import type { SignerStatus, Statement, StatementEvent } from '@veritrace/contract/provenance/statements'
import type { ColumnType, Generated, Selectable } from 'kysely'

type MomentOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>

interface StatementsTable {
  id: string
  tenant_id: string
  kind: Statement['kind']
  title: string
  body: string
  body_sha256: string
  consent_text: string
  status: Generated<Statement['status']>
  seal: string | null
  seal_version: number | null
  request_id: string | null
  valid_until: MomentOrNull
  supersedes_id: string | null
  events: ColumnType<StatementEvent[], string, string>
  sent_at: MomentOrNull
  sign_by: MomentOrNull
  signed_at: MomentOrNull
  author_id: string
  version: Generated<number>
  created_at: Date
  updated_at: Date
}

interface StatementSignersTable {
  id: string
  tenant_id: string
  statement_id: string
  position: number
  name: string
  email: string
  role: string
  status: Generated<SignerStatus>
  token_hash: string
  typed_name: string | null
  viewed_at: MomentOrNull
  signed_at: MomentOrNull
  decline_reason: string | null
  ip: string | null
  user_agent: string | null
}

export interface StatementTables {
  'provenance.statements': StatementsTable
  'provenance.statement_signers': StatementSignersTable
}

export type StatementRow = Selectable<StatementsTable>
export type SignerRow = Omit<Selectable<StatementSignersTable>, 'token_hash'>
