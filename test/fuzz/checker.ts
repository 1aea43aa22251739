// Checks a response against the OpenAPI document.
import assert from 'node:assert/strict'
import { ERRORS } from '@veritrace/contract/errors'
import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { type Answer, isJson } from './exchange.ts'
import type { OpenApi, Operation } from './requests.ts'
import type { Schema } from './values.ts'

const SLOWEST_MS = 30_000

/** Traces of internals: stacks, file names, SQL and database messages. */
const INSIDE =
  /\n +at |node_modules|\.ts:\d|file:\/\/|\b(?:from|into|join|update) "?(?:platform|provenance|graph|casework)"?\."?[a-z_]+|syntax error at|violates|relation "|\bpg_(?:catalog|class|stat|toast|type)/i
/** Packs explain how their controls are measured. */
const MEASURE = /select (?:count|max|min|sum)\([^;"]*\) as value from [\w.]+/g
/** A deliberately malformed path leads to another route, so the operation does not respond. */
const ELSEWHERE = ['route_not_found', 'method_not_allowed', 'headers_too_large']
/** Parts that are not configured on the server under test. */
const NOT_HERE = ['not_configured', 'billing_not_configured']

/** Throws if the response does not match. It may repeat what was `asked`. */
export function checker({ components }: OpenApi): (operation: Operation, answer: Answer, asked?: string) => void {
  // Each schema is used only a few times, so optimizing its validator would take longer than it saves.
  const ajv = new Ajv({ strict: false, code: { optimize: false } })
  const addFormats = formats as unknown as (ajv: Ajv) => void
  addFormats(ajv)
  // Added once for all responses: referenced schemas are compiled on first use.
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
