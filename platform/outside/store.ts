// The SQL of outgoing email, and of suppressed addresses.
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Mail, MailStatus, SuppressionReason } from './mail.ts'

const MAIL =
  sql.raw(`id, tenant_id, kind, recipient as "to", subject, text_body as text, html_body as html, stop_at, status,
  attempts, last_error, created_at, sent_at`)

/** False if an email with this ID exists. */
export async function insertMail(
  db: Db,
  mail: Pick<Mail, 'id' | 'tenant_id' | 'kind' | 'to' | 'subject' | 'text' | 'html' | 'stop_at' | 'status'>,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into platform.mail_outbox (id, tenant_id, kind, recipient, subject, text_body, html_body, stop_at,
      status, created_at)
    values (${mail.id}, ${mail.tenant_id}, ${mail.kind}, ${mail.to}, ${mail.subject}, ${mail.text}, ${mail.html},
      ${mail.stop_at}, ${mail.status}, ${now})
    on conflict (id) do nothing`.execute(db)
  return numAffectedRows === 1n
}

export async function findMail(db: Db, id: string): Promise<Mail | undefined> {
  const { rows } = await sql<Mail>`select ${MAIL} from platform.mail_outbox where id = ${id}`.execute(db)
  return rows[0]
}

export async function readMail(
  db: Db,
  filter: { tenant?: string; to?: string },
  after: string | undefined,
  count: number,
): Promise<Mail[]> {
  const { tenant = null, to = null } = filter
  const { rows } = await sql<Mail>`
    select ${MAIL} from platform.mail_outbox
    where (${tenant}::text is null or tenant_id = ${tenant})
      and (${to}::text is null or recipient = ${to})
      and (${after ?? null}::text is null or id < ${after ?? null})
    order by id desc limit ${count}`.execute(db)
  return rows
}

/** Records an attempt. The content of a sent email is deleted, because it may contain a sign-in link. */
export async function noteTry(db: Db, id: string, status: MailStatus, error: string | null, now: Date): Promise<void> {
  const sent = status === 'sent'
  await sql`
    update platform.mail_outbox set attempts = attempts + 1, status = ${status}, last_error = ${error},
      sent_at = case when ${sent} then ${now}::timestamptz end,
      text_body = case when ${sent} then '' else text_body end,
      html_body = case when ${sent} then null else html_body end,
      stop_at = case when ${sent} then null else stop_at end
    where id = ${id} and status in ('queued', 'failed')`.execute(db)
}

export async function markSuppressed(db: Db, id: string): Promise<void> {
  await sql`
    update platform.mail_outbox set status = 'suppressed'
    where id = ${id} and status in ('queued', 'failed')`.execute(db)
}

export async function findSuppression(
  db: Db,
  address: string,
): Promise<{ reason: SuppressionReason; at: Date } | undefined> {
  const { rows } = await sql<{ reason: SuppressionReason; at: Date }>`
    select reason, at from platform.mail_suppressions where address = ${address.toLowerCase()}`.execute(db)
  return rows[0]
}

/** The first reason is retained. */
export async function insertSuppression(db: Db, address: string, reason: SuppressionReason, at: Date): Promise<void> {
  await sql`
    insert into platform.mail_suppressions (address, reason, at) values (${address.toLowerCase()}, ${reason}, ${at})
    on conflict (address) do nothing`.execute(db)
}

export async function deleteSuppression(db: Db, address: string): Promise<void> {
  await sql`delete from platform.mail_suppressions where address = ${address.toLowerCase()}`.execute(db)
}

export async function pruneMail(db: Db, before: Date, count: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from platform.mail_outbox where id in (
      select id from platform.mail_outbox where created_at < ${before} and status <> 'queued' limit ${count})`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
