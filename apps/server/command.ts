// The arguments and the output of a command-line command.
import { asksForHelp, type Command, usageOf } from '@veritrace/platform/command-line'
import { explainDatabase } from './explain.ts'

export interface Call {
  words: readonly string[]
  /** The source of settings. Default: the environment of the process. */
  env?: Record<string, string | undefined>
  say(line: string): void
  complain(line: string): void
}

export const fromShell = (): Call => ({ words: process.argv.slice(2), say: console.log, complain: console.error })

/** Prints the usage if the call asks for it; `--help` needs neither a configuration nor a database. */
export function showsHelp(command: Command, { words, say }: Call): boolean {
  const asked = asksForHelp(words)
  if (asked) say(usageOf(command))
  return asked
}

/** Runs a command and returns its exit code, which is 1 after printing why it failed. */
export async function exitCodeOf(
  command: Command,
  missing: string,
  call: Call,
  run: () => Promise<number>,
): Promise<number> {
  if (showsHelp(command, call)) return 0
  return run().catch((error: unknown) => {
    call.complain(explainDatabase(error, missing) ?? (error instanceof Error ? error.message : String(error)))
    return 1
  })
}

export function refuse(message: string): never {
  throw new Error(message)
}
