// Runs the suites and writes what they found: node products/graph/conformance/write-report.ts
// It is a test by form, because the database that it runs on is that of the tests.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { REPORT, reportOn, surprises } from './report.ts'
import { missing, runSuites } from './suites.ts'

test('the report is written, and holds no surprise', { skip: missing }, async () => {
  const runs = await runSuites()
  writeFileSync(REPORT, reportOn(runs))
  assert.deepEqual(surprises(runs), [])
})
