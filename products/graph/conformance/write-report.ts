// Runs the suites and writes the report: node products/graph/conformance/write-report.ts
// Written as a test, because it needs the test database.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { REPORT, reportOn, surprises } from './report.ts'
import { missing, runSuites } from './suites.ts'

test('the report is written, and has no surprises', { skip: missing }, async () => {
  const runs = await runSuites()
  writeFileSync(REPORT, reportOn(runs))
  assert.deepEqual(surprises(runs), [])
})
