// A command that a person runs: what it was called with, and where it speaks.
import { explainDatabase } from './explain.ts'

export interface Call {
  words: readonly string[]
  /** What the settings are read from; the environment of the process, if nothing else. */
  env?: Record<string, string | undefined>
  say(line: string): void
  complain(line: string): void
}

export const fromShell = (): Call => ({ words: process.argv.slice(2), say: console.log, complain: console.error })

/** Runs a command to its exit code, which is 1 once it has said why it could not do its work. */
export const exitCodeOf = (missing: string, { complain }: Call, run: () => Promise<number>): Promise<number> =>
  run().catch((error: unknown) => {
    complain(explainDatabase(error, missing) ?? (error instanceof Error ? error.message : String(error)))
    return 1
  })

export function refuse(message: string): never {
  throw new Error(message)
}
