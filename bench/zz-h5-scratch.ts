import { startPostgres } from '../scripts/postgres.ts'
import { readConfig } from '@veritrace/platform/config/config'
import { openPlatform } from '@veritrace/platform/open'
import { casework, caseworkMigrations } from '@veritrace/casework'
import { openCasework } from '../products/casework/open-casework.ts'
import { resolveOne } from '../products/casework/resolve/resolve-one.ts'
import { resolveMany } from '../products/casework/resolve/resolve-many.ts'
import { fillLists, thingName } from './resolve-data.ts'
import { sql } from 'kysely'
const pg = await startPostgres()
try {
  const config = readConfig([], { ...process.env, DATABASE_URL: pg.url, APP_AUTH_MODE: 'oidc', LOG_LEVEL: 'warn', ROLES: 'web', DATABASE_POOL: '10' })
  const platform = await openPlatform({ config, publicUrl: 'http://127.0.0.1:1', localUrl: 'http://127.0.0.1:1', migrations: [caseworkMigrations] })
  const product = await casework(platform)
  await fillLists(platform.db)
  const deps = await openCasework(platform)
  const scope = { tenant: 'bench', workspace: 'main' }
  const time = async (name: string, n: number, f: () => Promise<unknown>) => {
    for (let i = 0; i < n / 4; i++) await f()
    const t = performance.now(), c = process.cpuUsage()
    for (let i = 0; i < n; i++) await f()
    const u = process.cpuUsage(c)
    console.log(name, ((performance.now() - t) / n).toFixed(3), 'ms each; cpu', ((u.user + u.system) / 1000 / n).toFixed(3))
  }
  const q = `TABL:${thingName(20000)}`
  const { rows: ids } = await sql<{ id: string; list_id: string }>`select id, list_id from casework.entries where is_current and pack_id='clean-core' and list_id is not null`.execute(platform.db)
  const all = ids.map((r) => r.id), tgt = ids.filter((r) => /2023-3|classic/.test(r.list_id)).map((r) => r.id)
  await time('packs.of', 400, () => deps.packs.of(scope))
  const ask = { ...scope, pack: 'clean-core', names: [thingName(20000).toLowerCase()], exact: { type: 'TABL', name: thingName(20000) }, entries: all, targetEntries: tgt, maxHops: 3, now: new Date() }
  if (!process.argv[2]) await time('resolveOne', 8000, () => resolveOne(deps, scope, { q }))
  const items = Array.from({ length: 5000 }, (_, i) => ({ q: `TABL:${thingName(i)}` }))
  if (process.argv[2]) await time('resolveMany', 40, () => resolveMany(deps, scope, { items }))
  await product.close?.(); await deps.packs.close(); await deps.documentReaders.close(); await platform.close?.()
} finally { await pg.stop() }
process.exit(0)
