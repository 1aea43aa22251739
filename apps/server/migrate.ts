// npm run migrate: brings the database up to date without starting the server.
import { readConfig } from '@veritrace/platform/config/config'
import { DataFolderInUse } from '@veritrace/platform/db/lock'
import { openMigrated } from '@veritrace/platform/db/open-migrated'
import { openLog } from '@veritrace/platform/log'
import { MIGRATIONS } from './products.ts'

try {
  const { database, applied } = await openMigrated(readConfig(process.argv.slice(2)), openLog('warn'), MIGRATIONS)
  await database.close()
  console.log(
    applied.length === 0 ? 'The database is up to date.' : applied.map((name) => `applied ${name}`).join('\n'),
  )
} catch (error) {
  console.error(error instanceof DataFolderInUse ? error.message : error)
  process.exit(1)
}
