// npm run migrate: brings the database up to date without starting the server.
import { readConfig, refuseOtherFlags } from '@veritrace/platform/config/config'
import { openMigrated } from '@veritrace/platform/db/open-migrated'
import { openLog } from '@veritrace/platform/log'
import { MIGRATIONS } from './products.ts'
import { reasonOf } from './reason.ts'

try {
  const words = process.argv.slice(2)
  refuseOtherFlags(words)
  const { database, applied } = await openMigrated(readConfig(words), openLog('warn'), MIGRATIONS)
  await database.close()
  console.log(
    applied.length === 0 ? 'The database is up to date.' : applied.map((name) => `applied ${name}`).join('\n'),
  )
} catch (error) {
  console.error(reasonOf(error) ?? error)
  process.exit(1)
}
