// One temporary folder for all files of the tests in this process, deleted at the end.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from './at-end.ts'

let made: string | undefined
atEnd(async () => {
  if (made) rmSync(made, { recursive: true, force: true })
})

export function testFolder(): string {
  made ??= mkdtempSync(join(tmpdir(), 'veritrace-test-'))
  return made
}
