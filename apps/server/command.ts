// The arguments and the output of a command-line command.
import { explainDatabase } from './explain.ts'

export interface Call {
  words: readonly string[]
  /** The source of settings. Default: the environment of the process. */
  env?: Record<string, string | undefined>
  say(line: string): void
  complain(line: string): void
}

export const fromShell = (): Call => ({ words: process.argv.slice(2), say: console.log, complain: console.error })

/** Runs a command and returns its exit code, which is 1 after printing why it failed. */
export const exitCodeOf = (missing: string, { complain }: Call, run: () => Promise<number>): Promise<number> =>
  run().catch((error: unknown) => {
    complain(explainDatabase(error, missing) ?? (error instanceof Error ? error.message : String(error)))
    return 1
  })

export function refuse(message: string): never {
  throw new Error(message)
}
