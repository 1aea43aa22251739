// The SQL of LISTEN and NOTIFY.
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../db/db.ts'

export async function notify(db: Db, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db)
}

export async function listenOn(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${channel}`)
}

export async function ping(client: pg.Client): Promise<void> {
  await client.query('select 1')
}
