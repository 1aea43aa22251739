// Nobody raises themselves by sending more than is asked: a body of document 1 has the fields it names and no others, and
// none of them is ours to decide.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract, operationsOf } from '@veritrace/contract'
import { isMedia } from '@veritrace/contract/media'

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  additionalProperties?: unknown
  items?: Schema
  anyOf?: Schema[]
}
/** What follows from payments, proofs and rules, whoever asks. */
const OURS = ['tenant_id', 'customer_id', 'idp_org_id', 'payment_customer_id', 'subscription_status', 'trial_ends_at']
/** `plan` of a checkout is what is to be bought. */
const NEVER = [...OURS, 'verified', 'operator', 'storage_key', 'scan_status', 'upload_status', 'seal', 'token_hash']

const bodies = operationsOf(contract.provenance).flatMap(({ endpoint }) => {
  const { body } = endpoint.spec
  return body && !isMedia(body) ? [{ line: endpoint.line, body: body as Schema }] : []
})

/** The objects of a schema, each with its place. */
function* objectsOf(schema: Schema, place: string): Generator<[string, Schema]> {
  if (schema.properties) yield [place, schema]
  for (const [name, inner] of Object.entries(schema.properties ?? {})) yield* objectsOf(inner, `${place}.${name}`)
  if (schema.items) yield* objectsOf(schema.items, `${place}[]`)
  for (const inner of schema.anyOf ?? []) yield* objectsOf(inner, place)
}

test('every object in a body refuses fields that it does not name', () => {
  assert.ok(bodies.length > 25)
  const open = bodies.flatMap(({ line, body }) =>
    [...objectsOf(body, line)].filter(([, schema]) => schema.additionalProperties !== false).map(([place]) => place),
  )
  assert.deepEqual(open, [])
})

test('no body names a field that is ours to set', () => {
  const ours = bodies.flatMap(({ line, body }) =>
    [...objectsOf(body, line)].flatMap(([place, { properties = {} }]) =>
      Object.keys(properties)
        .filter((name) => NEVER.includes(name))
        .map((name) => `${place}.${name}`),
    ),
  )
  assert.deepEqual(ours, [])
})
