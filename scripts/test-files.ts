// The test files named on the command line, in one process, each a suite of its own: what a file opens is opened before
// its first test and closed after its last, and a file that cannot open fails alone.
import { resolve } from 'node:path'
import { suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import '@veritrace/platform/testing/at-end'

for (const file of process.argv.slice(2))
  suite(file, async () => {
    await import(pathToFileURL(resolve(file)).href)
  })
