// The SQL of answers. Every query names tenant and workspace.
import type { Db } from '@veritrace/platform/db/db'
import { type Insertable, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { AnswerRow } from './tables.ts'

interface Scope {
  tenant: string
  workspace: string
}

const COLUMNS = [
  ...(['id', 'tenant_id', 'workspace_id', 'conversation_id', 'request', 'pack_id', 'question_key'] as const),
  ...(['subject', 'intent_id', 'status', 'events', 'request_key', 'asked_by', 'created_at', 'finished_at'] as const),
] as const

const ofScope = (db: Db<Tables>, { tenant, workspace }: Scope) =>
  db
    .selectFrom('casework.answers')
    .select(COLUMNS)
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)

export const findAnswer = (db: Db<Tables>, scope: Scope, id: string): Promise<AnswerRow | undefined> =>
  ofScope(db, scope).where('id', '=', id).executeTakeFirst()

export const findAnswerByKey = (db: Db<Tables>, scope: Scope, key: string): Promise<AnswerRow | undefined> =>
  ofScope(db, scope).where('request_key', '=', key).executeTakeFirst()

/** False if an answer with the same request key exists. */
export async function insertAnswer(db: Db<Tables>, row: Insertable<Tables['casework.answers']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('casework.answers')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'workspace_id', 'request_key']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

type Finished = Pick<AnswerRow, 'status' | 'subject' | 'intent_id'> & { events: string; finished_at: Date }

/** False if another process has finished it first. */
export async function finishAnswer(db: Db<Tables>, scope: Scope, id: string, finished: Finished): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('casework.answers')
    .set(finished)
    .where('tenant_id', '=', scope.tenant)
    .where('workspace_id', '=', scope.workspace)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stores the events so far. False if another process has finished the answer. */
export async function storeEvents(db: Db<Tables>, scope: Scope, id: string, events: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('casework.answers')
    .set({ events })
    .where('tenant_id', '=', scope.tenant)
    .where('workspace_id', '=', scope.workspace)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes events and request keys, which are needed only to resume or repeat; question and result remain. */
export const deleteOldEvents = (db: Db<Tables>, { tenant, workspace }: Scope, before: Date) =>
  db
    .updateTable('casework.answers')
    .set({ events: null, request_key: null })
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('created_at', '<', before)
    .where('events', 'is not', null)
    .execute()

/** The last subject of the conversation. */
export async function findLastSubject(
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  conversation: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('casework.answers')
    .select('subject')
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('conversation_id', '=', conversation)
    .where('subject', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.subject ?? undefined
}

/** The intent that a user of the workspace has assigned to this question. */
export async function findIntentFix(
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  packId: string,
  questionKey: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ intent_id: string }>`
    select intent_id from casework.answer_feedback
    where tenant_id = ${tenant} and workspace_id = ${workspace} and pack_id = ${packId}
      and question_key = ${questionKey} and intent_id is not null
    order by at desc, id desc limit 1`.execute(db)
  return rows[0]?.intent_id
}

export const insertAnswerFeedback = (tx: Db<Tables>, row: Insertable<Tables['casework.answer_feedback']>) =>
  tx.insertInto('casework.answer_feedback').values(row).execute()
