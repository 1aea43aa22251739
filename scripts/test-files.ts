// Runs the given test files in one process, each as a separate suite: resources of a file are opened before its first
// test and closed after its last, and a file that cannot open fails alone.
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
    // Tests belong to the suite in whose async context they are declared, which awaiting would lose.
    const here = new AsyncResource('file')
    // Loaded one after the other: in parallel, one may require a module that another has only begun to load.
    const mine = turn.then(() => here.runInAsyncScope(() => import(pathToFileURL(resolve(file)).href)))
    turn = mine.catch(() => {})
    return mine
  })

// Stored as soon as everything is loaded, for processes that start later.
void turn.then(() => {
  flushCompileCache()
  stopFollowing()
})
