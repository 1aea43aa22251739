// The extractor against labelled documents of real vendors. The data is not ours, so it is read where it lies, if it does.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { predict } from './eval/predict.ts'
import { score } from './eval/score.ts'
import { stateOf } from './testing.ts'

const DATA = join(import.meta.dirname, '../../../../shared/data')
const GOLD = join(DATA, 'vendor-docs/gold.json')
const TRAPS = join(DATA, 'certification-traps.jsonl')
const skip = existsSync(GOLD) && existsSync(TRAPS) ? false : 'the labelled documents (../shared/data) are not here'

const pageOf = (html: string): string => readFileSync(join(DATA, 'vendor-docs', html), 'utf8')

test('labelled documents: who holds what, who processes what, and where', { skip }, () => {
  const gold = JSON.parse(readFileSync(GOLD, 'utf8'))
  const { scores, errors } = score(gold, predict(gold, pageOf).predictions, pageOf)
  const least = (name: string, value: number | null, floor: number): void =>
    assert.ok(
      (value ?? 0) >= floor,
      `${name} is ${value}, wanted ${floor}\n${errors.map((error) => error.join('\t')).join('\n')}`,
    )
  least('certifications precision', scores.certifications.precision, 0.97)
  least('certifications recall', scores.certifications.recall, 0.9)
  least('subprocessors precision', scores.subprocessors.precision, 0.95)
  least('subprocessors recall', scores.subprocessors.recall, 0.95)
  least('residency precision', scores.residency.precision, 0.9)
  assert.ok(scores.trap_rate.hit <= scores.trap_rate.of / 10, 'at most one trap in ten is hit')
  for (const [name, { found, accuracy }] of Object.entries(scores.controls))
    least(name, found ? found.f1 : accuracy, 0.85)
  assert.deepEqual(scores.snippet_verbatim.ok, scores.snippet_verbatim.of, 'every quote stands in its page')
})

test('labelled documents: every claim has its quote at its offsets, a rule and a version', { skip }, () => {
  const gold = JSON.parse(readFileSync(GOLD, 'utf8'))
  for (const [id, { claims, text }] of Object.entries(predict(gold, pageOf).extractions)) {
    for (const claim of claims) {
      assert.equal(text.slice(claim.start, claim.end), claim.snippet, id)
      assert.ok(claim.snippet !== '' && claim.rule_id !== '' && claim.rule_version !== '', id)
      assert.ok(text.startsWith(claim.prefix + claim.snippet + claim.suffix, claim.start - claim.prefix.length), id)
      assert.ok(claim.confidence > 0 && claim.confidence <= 0.98 && Object.keys(claim.factors).length > 0, id)
    }
  }
})

test('labelled documents: reading them again gives the same bytes', { skip }, () => {
  const gold = JSON.parse(readFileSync(GOLD, 'utf8'))
  assert.equal(JSON.stringify(predict(gold, pageOf)), JSON.stringify(predict(gold, pageOf)))
})

test('traps: at most one sentence in a hundred is wrongly taken for held, most states are right', { skip }, () => {
  const cases = readFileSync(TRAPS, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const held = (state: string): boolean => state === 'affirmed' || state === 'report_available'
  const got = cases.map(({ text, entity, status }) => ({
    text,
    status,
    state: stateOf(text, entity === 'eu_us_dpf' ? 'dpf' : entity),
  }))
  const wronglyHeld = got.filter(({ status, state }) => held(state) && !held(status))
  const right = got.filter(({ status, state }) => status === state)
  assert.ok(wronglyHeld.length <= cases.length / 100, JSON.stringify(wronglyHeld))
  assert.ok(right.length >= cases.length * 0.85, `${right.length} of ${cases.length}`)
})
