// The W3C suites through HTTP.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { KNOWN_FAILURES } from './known-failures.ts'
import type { SuiteRun } from './outcome.ts'
import { REPORT, reportOn, surprises } from './report.ts'
import { missing, runSuites } from './suites.ts'

let runs: SuiteRun[] = []
before(async () => {
  if (!missing) runs = await runSuites()
})

/** The number of tests of each suite, and how many must pass. */
const BOUNDS: Readonly<Record<string, readonly [tests: number, pass: number]>> = {
  'SPARQL 1.1 Query': [328, 318],
  'SPARQL 1.1 Update': [157, 157],
  'SPARQL 1.1 Results: CSV, TSV, JSON': [10, 9],
  'SPARQL 1.1 Protocol': [34, 34],
  'SPARQL 1.1 Federated Query, syntax': [3, 3],
  'SHACL Core, full reports': [98, 98],
}

for (const [title, [tests, pass]] of Object.entries(BOUNDS))
  test(`of ${title}, ${pass} of ${tests} tests pass`, { skip: missing }, () => {
    const { outcomes } = runs.find((run) => run.title === title)!
    assert.equal(outcomes.length, tests)
    assert.ok(outcomes.filter(({ problem }) => problem === undefined).length >= pass)
  })

test('every failure is known with its reason, and every known failure occurs', { skip: missing }, () => {
  assert.deepEqual(surprises(runs), [])
})

test('the committed report matches the results', { skip: missing }, () => {
  assert.equal(readFileSync(REPORT, 'utf8'), reportOn(runs))
})

test('an unknown failure and a known failure that passes are both surprises', () => {
  const outcomes = Object.keys(KNOWN_FAILURES).map((name) => ({ name, problem: 'as expected' }))
  assert.deepEqual(surprises([{ title: 'as expected', outcomes }]), [])
  const [fixed, ...others] = outcomes
  const run = {
    title: 'different',
    outcomes: [{ name: fixed!.name }, ...others, { name: 'new/one', problem: 'broken' }],
  }
  assert.deepEqual(surprises([run]), [
    'new/one fails, but is not a known failure: broken',
    `${fixed!.name} is a known failure, but passes.`,
  ])
})
