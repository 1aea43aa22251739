// A piece of work in these tests, and its environment.
import assert from 'node:assert/strict'
import type { systemCaller } from '@veritrace/platform/caller'
import { type RawBuilder, sql } from 'kysely'
import type { Server } from '../../../apps/server/start.ts'
import type { openDoor } from './door.ts'
import type { openMailbox } from './mailbox.ts'
import type { openPartner } from './partner.ts'

export interface Work {
  /** The column of its lease, or a name. */
  of: string
  isHeld(): boolean | Promise<boolean>
  /** Throws until it is done, and if it was done twice or partially. */
  check(): Promise<void>
}

export interface World {
  web: Server
  partner: Awaited<ReturnType<typeof openPartner>>
  door: Awaited<ReturnType<typeof openDoor>>
  mailbox: Awaited<ReturnType<typeof openMailbox>>
}

export type Acting = ReturnType<typeof systemCaller>

export const TENANT = 'replaced'

export async function one<T>({ web }: World, query: RawBuilder<T>): Promise<T> {
  const { rows } = await query.execute(web.platform.db)
  assert.equal(rows.length, 1)
  return rows[0]!
}

/** Counts statements in the graph of the same installation. */
export const countIn = (world: World, where: RawBuilder<unknown>) =>
  one(world, sql<{ count: number }>`select count(*) as count from graph.statements where ${where}`)

export const isWaited = async ({ web }: World, word: string): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like ${`%${word}%`}`.execute(web.platform.db)
  return rows.length > 0
}

/** The locks of the test that block writes: taken before the worker starts, released when it is dead. */
export const HELD = `
  begin;
  select pg_advisory_xact_lock(4242);
  select 1 from platform.webhook_endpoints where tenant_id = 'purged' for update;
  select 1 from graph.workspaces where tenant_id = '${TENANT}' and workspace_id = '${TENANT}' for update;`
