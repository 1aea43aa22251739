// Finds exemptions of the tenant check that a whole `npm test` did not need: the statement is gone, or names its tenant
// now.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exemptions } from '@veritrace/platform/testing/tenant-isolation/exemptions'

/** The folder in which the processes of a run record which exemptions they needed. */
export function makeTenantCheckFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-tenant-check-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function unneededExemptions(folder: string): string[] {
  const needed = new Set(readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n')))
  return [...exemptions].filter((exemption) => !needed.has(exemption))
}
