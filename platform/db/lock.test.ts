import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { lockFile } from './file-lock.ts'
import { DataFolderInUse, LOCK_FILE, lockFolder } from './lock.ts'

function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-lock-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Starts a process that holds only the file lock, like a process in another container, whose socket is not visible
 * here.
 */
async function holdElsewhere(t: TestContext, folder: string) {
  const code = `
    const { lockFile } = await import(${JSON.stringify(import.meta.resolve('./file-lock.ts'))})
    globalThis.held = lockFile(${JSON.stringify(join(folder, LOCK_FILE))})
    console.log(typeof held)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  t.after(kill)
  const [said] = await once(child.stdout, 'data')
  assert.equal(String(said).trim(), 'object')
  return { kill }
}

test('a data folder that a process in another container uses is refused until that process dies', async (t) => {
  const folder = makeFolder(t)
  const other = await holdElsewhere(t, folder)
  await assert.rejects(lockFolder(folder), DataFolderInUse)
  // The refused attempt has left neither locks nor files.
  await assert.rejects(lockFolder(folder), DataFolderInUse)
  assert.deepEqual(readdirSync(folder), [LOCK_FILE])
  await other.kill()
  await (await lockFolder(folder)).release()
})

test('a folder in which files cannot be locked is reported differently from one that is taken', (t) => {
  const folder = makeFolder(t)
  assert.equal(lockFile(join(folder, 'missing', LOCK_FILE)), 'unsupported')
  const lock = lockFile(join(folder, LOCK_FILE))
  assert.ok(typeof lock === 'object')
  assert.equal(lockFile(join(folder, LOCK_FILE)), 'taken')
  lock.release()
})
