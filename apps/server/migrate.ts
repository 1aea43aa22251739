// npm run migrate: brings the database up to date without starting the server.
import { readConfig } from '@veritrace/platform/config/config'
import { DataFolderInUse } from '@veritrace/platform/db/lock'
import { migrate } from '@veritrace/platform/db/migrate'
import { openDatabase } from '@veritrace/platform/db/open'
import { openLog } from '@veritrace/platform/log'
import { MIGRATIONS } from './start.ts'

const database = await openDatabase(readConfig(process.argv.slice(2)), openLog('warn')).catch((error) => {
  console.error(error instanceof DataFolderInUse ? error.message : error)
  process.exit(1)
})
try {
  const applied = await database.patiently((own) => migrate(own, MIGRATIONS))
  console.log(
    applied.length === 0 ? 'The database is up to date.' : applied.map((name) => `applied ${name}`).join('\n'),
  )
} finally {
  await database.close()
}
