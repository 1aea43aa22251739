// Finds exemptions of the tenant wall that a whole `npm test` did not need: the statement is gone, or names its tenant
// now.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { excuses } from '@veritrace/platform/testing/wall/excused'

/** The folder in which the processes of a run record which exemptions they needed. */
export function makeWallFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-wall-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function unneededExcuses(folder: string): string[] {
  const needed = new Set(readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n')))
  return [...excuses].filter((excuse) => !needed.has(excuse))
}
