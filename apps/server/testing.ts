// Test helpers that run commands, as separate processes or as function calls, on a separate database.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Database } from '@veritrace/platform/db/open'
import { openMigrated } from '@veritrace/platform/db/open-migrated'
import { openLog } from '@veritrace/platform/log'
import { makeMigrated, testDatabaseUrl } from '@veritrace/platform/testing/db'
import type { Call } from './command.ts'

type Migrations = Parameters<typeof openMigrated>[2]

export interface Said {
  code: number | null
  said: string
}

interface Place {
  dataDir: string
  /** Leads a command to its database, in addition to the folder. */
  env: Record<string, string>
  use(work: (database: Database) => Promise<unknown>): Promise<void>
  /** In a separate process. */
  run(command: string, ...words: string[]): Promise<Said>
  /** In this process, which is much faster. */
  call(command: Command, ...words: string[]): Promise<Said>
}

type Command = (call: Call) => Promise<number>

export async function makePlace(t: TestContext, migrations: Migrations = []): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'veritrace-commands-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const url = testDatabaseUrl() && (await makeMigrated(migrations))
  const settings = { dataDir, database: { url, pool: 3, statementTimeoutMs: 15_000, prepare: true } }
  const env: Record<string, string> = url ? { DATABASE_URL: url } : {}
  return {
    dataDir,
    env,
    async use(work) {
      const { database } = await openMigrated(settings, openLog('silent'), migrations)
      await work(database).finally(() => database.close())
    },
    run: (command, ...words) => runCommand(command, [...words, '--data-dir', dataDir], env),
    call: (command, ...words) => callCommand(command, [...words, '--data-dir', dataDir], env),
  }
}

export function runCommand(command: string, words: readonly string[], env: Record<string, string>): Promise<Said> {
  const script = fileURLToPath(new URL(`./${command}.ts`, import.meta.url))
  const { NODE_COMPILE_CACHE } = process.env
  // Optimizing WebAssembly is not worth it for a short process; the shared compile cache is.
  const child = spawn(process.execPath, ['--liftoff-only', script, ...words], {
    env: { ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...env },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk
    })
  return new Promise((done) => child.on('close', (code) => done({ code, said })))
}

export async function callCommand(command: Command, words: readonly string[], env: Call['env'] = {}): Promise<Said> {
  let said = ''
  const add = (line: string): void => {
    said += `${line}\n`
  }
  const code = await command({ words, env, say: add, complain: add })
  return { code, said }
}
