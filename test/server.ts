// The server as shipped, in this process, for end-to-end tests. Shared by all of them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildConfig } from '@veritrace/platform/config/config'
import { readSettings } from '@veritrace/platform/config/env'
import { openLog } from '@veritrace/platform/log'
import { atEnd } from '@veritrace/platform/testing/at-end'
import { ownDatabase } from '@veritrace/platform/testing/db'
import { WHOLE_SERVER } from '@veritrace/platform/testing/settings'
import { sql } from 'kysely'
import { MIGRATIONS } from '../apps/server/products.ts'
import { type Server, startServer } from '../apps/server/start.ts'

let shared: Promise<Server> | undefined
const folder = mkdtempSync(join(tmpdir(), 'veritrace-server-'))
atEnd(async () => {
  await (await shared)?.close()
  rmSync(folder, { recursive: true, force: true })
})

export function testServer(): Promise<Server> {
  shared ??= start()
  return shared
}

async function start(): Promise<Server> {
  const database = await ownDatabase(MIGRATIONS)
  const settings = readSettings({
    PORT: '0',
    DEMO_SITES: '0',
    DATA_DIR: folder,
    ...WHOLE_SERVER,
    // No page shows the data that casework sends to the graph, and sending it takes seconds of every minute.
    GRAPH_SYNC_URL: 'http://127.0.0.1:9',
    ...database,
  })
  const server = await startServer(buildConfig(settings), { log: openLog('silent') })
  // Marks the sample lists as complete, like those that ship: what they do not name counts as not released.
  await sql`update casework.entries set completeness = 'complete' where is_current and list_id is not null`.execute(
    server.platform.db,
  )
  return server
}
