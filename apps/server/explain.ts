// Why a command cannot use the database, for who runs it.
import { DataFolderInUse } from '@veritrace/platform/db/lock'
import { reasonOf } from './reason.ts'

const UNDEFINED_TABLE = '42P01'

/** Runs a command to its exit code, which is 1 once it has said why it could not do its work. */
export const exitCodeOf = (missing: string, run: () => Promise<number>): Promise<number> =>
  run().catch((error: unknown) => {
    console.error(explainDatabase(error, missing) ?? (error instanceof Error ? error.message : error))
    return 1
  })

export function refuse(message: string): never {
  throw new Error(message)
}

/** Undefined where it is something else. `missing` is what a database has not yet that no server was started on. */
export function explainDatabase(error: unknown, missing: string): string | undefined {
  if (error instanceof DataFolderInUse) return `The server is running and holds the embedded database. ${error.message}`
  if ((error as { code?: string }).code === UNDEFINED_TABLE)
    return `This database has no ${missing} yet: start the server on it once.`
  return reasonOf(error)
}
