// Why a command cannot use the database, for who runs it.
import { DataFolderInUse } from '@veritrace/platform/db/lock'
import { reasonOf } from './reason.ts'

const UNDEFINED_TABLE = '42P01'

/** Undefined where it is something else. `missing` is what a database has not yet that no server was started on. */
export function explainDatabase(error: unknown, missing: string): string | undefined {
  if (error instanceof DataFolderInUse) return `The server is running and holds the embedded database. ${error.message}`
  if ((error as { code?: string }).code === UNDEFINED_TABLE)
    return `This database has no ${missing} yet: start the server on it once.`
  return reasonOf(error)
}
