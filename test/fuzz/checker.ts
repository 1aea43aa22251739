// Checks an answer against the OpenAPI document.
import assert from 'node:assert/strict'
import { ERRORS } from '@veritrace/contract/errors'
import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { type Answer, isJson } from './exchange.ts'
import type { OpenApi, Operation } from './requests.ts'
import type { Schema } from './values.ts'

const SLOWEST_MS = 30_000

/** Traces of the inside: stacks, files, statements, the database's own words. */
const INSIDE =
  /\n +at |node_modules|\.ts:\d|file:\/\/|\b(?:from|into|join|update) "?(?:platform|provenance|graph|casework)"?\."?[a-z_]+|syntax error at|violates|relation "|\bpg_(?:catalog|class|stat|toast|type)/i
/** Packs explain how their controls are measured. */
const MEASURE = /select (?:count|max|min|sum)\([^;"]*\) as value from [\w.]+/g
/** A path that was bent on purpose leads elsewhere, where the operation does not answer. */
const ELSEWHERE = ['route_not_found', 'method_not_allowed', 'headers_too_large']
/** Parts that the server under test does without, and says so. */
const NOT_HERE = ['not_configured', 'billing_not_configured']

/** Throws if the answer does not match. It may repeat what was `asked`. */
export function checker({ components }: OpenApi): (operation: Operation, answer: Answer, asked?: string) => void {
  // Each schema is used a few times only: making its check faster would take longer than it saves.
  const ajv = new Ajv({ strict: false, code: { optimize: false } })
  const addFormats = formats as unknown as (ajv: Ajv) => void
  addFormats(ajv)
  // Once for all answers: what one schema means by another is compiled when it is first met.
  ajv.addSchema({ $id: 'api', components })
  const compiled = new Map<Schema, ValidateFunction>()
  const compile = (schema: Schema): ValidateFunction =>
    ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')))
  const fits = (schema: Schema): ValidateFunction => {
    const check = compiled.get(schema) ?? compile(schema)
    compiled.set(schema, check)
    return check
  }
  return ({ responses }, answer, asked = '') => {
    const { status, type, text, ms } = answer
    const said = `${status} ${text.slice(0, 500)}`
    assert.ok(status < 500 || NOT_HERE.some((code) => text.includes(`"code":"${code}"`)), said)
    assert.ok(ms < SLOWEST_MS, `${ms} ms: ${said}`)
    const [inside] = INSIDE.exec(text.replaceAll(MEASURE, '')) ?? []
    assert.ok(!inside || asked.includes(inside), `it reveals internals: ${inside}`)
    if (status >= 400) checkProblem(responses, answer, said)
    if (status >= 300) return
    const content = responses[status]?.content
    const described = content?.[type.split(';')[0]!]
    assert.ok(responses[status] && Boolean(content) === Boolean(described), `not described: ${type} ${said}`)
    if (!described) assert.equal(text, '')
    // A file that happens to be JSON has no schema.
    if (!described || !isJson(answer) || described.schema.type === 'string') return
    const check = fits(described.schema)
    assert.ok(check(JSON.parse(text)), `${ajv.errorsText(check.errors)}: ${said}`)
  }
}

function checkProblem(responses: Operation['responses'], { status, type, text }: Answer, said: string): void {
  assert.match(type, /^application\/problem\+json/, said)
  const problem = JSON.parse(text) as { code: keyof typeof ERRORS; status: number }
  assert.deepEqual([problem.status, ERRORS[problem.code]?.status], [status, status], said)
  const told = responses[status]?.description.includes(`\`${problem.code}\``)
  assert.ok(told || ELSEWHERE.includes(problem.code), `${problem.code} is not described: ${said}`)
}
