// The test files named on the command line, in one process, each a suite of its own: what a file opens is opened before
// its first test and closed after its last, and a file that cannot open fails alone.
import { AsyncResource } from 'node:async_hooks'
import { flushCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { stopFollowing } from './runner-hook.ts'
import '@veritrace/platform/fast-imports'
import '@veritrace/platform/testing/at-end'
import '@veritrace/platform/testing/cheap-passwords'

let turn: Promise<unknown> = Promise.resolve()

for (const file of process.argv.slice(2))
  suite(file, () => {
    // Tests belong to the suite in whose context they are declared, which waiting would lose.
    const here = new AsyncResource('file')
    // One after the other: of two at once, one may require a module that the other has only begun to load.
    const mine = turn.then(() => here.runInAsyncScope(() => import(pathToFileURL(resolve(file)).href)))
    turn = mine.catch(() => {})
    return mine
  })

// Kept as soon as all is loaded: other processes begin meanwhile.
void turn.then(() => {
  flushCompileCache()
  stopFollowing()
})
