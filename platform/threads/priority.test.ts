import assert from 'node:assert/strict'
import { getPriority } from 'node:os'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { setYielding, threadNumber } from './priority.ts'

const none = process.platform === 'linux' ? false : 'Only Linux has a priority for each thread.'

test('one thread can be made to yield without affecting the others', { skip: none }, async () => {
  const file = JSON.stringify(new URL('./priority.ts', import.meta.url).href)
  const code = `import(${file}).then(({ threadNumber }) => require('node:worker_threads').parentPort.postMessage(threadNumber()));
    setInterval(() => {}, 1_000)`
  const worker = new Worker(code, { eval: true, execArgv: [] })
  const thread = await new Promise<number>((resolve) => worker.once('message', resolve))
  assert.notEqual(thread, threadNumber())
  const before = getPriority(threadNumber())
  assert.equal(setYielding(thread, true), true)
  assert.equal(getPriority(thread), 10)
  assert.equal(getPriority(threadNumber()), before)
  await worker.terminate()
})
