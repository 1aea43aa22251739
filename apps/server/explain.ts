// Explains why a command cannot use the database.
import { DataFolderInUse } from '@veritrace/platform/db/lock'
import { reasonOf } from './reason.ts'

const UNDEFINED_TABLE = '42P01'

/** Undefined for other errors. `missing` names what a database lacks before the first start of a server. */
export function explainDatabase(error: unknown, missing: string): string | undefined {
  if (error instanceof DataFolderInUse) return `The server is running and uses the embedded database. ${error.message}`
  if ((error as { code?: string }).code === UNDEFINED_TABLE)
    return `This database has no ${missing} yet: start the server with it once.`
  return reasonOf(error)
}
