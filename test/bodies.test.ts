// No one can gain rights by sending additional fields: a body has the fields in the specification and no others, and
// none of them is set by the server.
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
/** Fields that follow from payments, proofs and rules, regardless of the caller. */
const OURS = ['tenant_id', 'customer_id', 'idp_org_id', 'payment_customer_id', 'subscription_status', 'trial_ends_at']
/** `plan` of a checkout is the plan to buy. */
const NEVER = [...OURS, 'verified', 'operator', 'storage_key', 'scan_status', 'upload_status', 'seal', 'token_hash']

const bodies = operationsOf(contract.provenance).flatMap(({ endpoint }) => {
  const { body } = endpoint.spec
  return body && !isMedia(body) ? [{ line: endpoint.line, body: body as Schema }] : []
})

/** The objects of a schema, each with its path. */
function* objectsOf(schema: Schema, place: string): Generator<[string, Schema]> {
  if (schema.properties) yield [place, schema]
  for (const [name, inner] of Object.entries(schema.properties ?? {})) yield* objectsOf(inner, `${place}.${name}`)
  if (schema.items) yield* objectsOf(schema.items, `${place}[]`)
  for (const inner of schema.anyOf ?? []) yield* objectsOf(inner, place)
}

test('every object in a body rejects unknown fields', () => {
  assert.ok(bodies.length > 25)
  const open = bodies.flatMap(({ line, body }) =>
    [...objectsOf(body, line)].filter(([, schema]) => schema.additionalProperties !== false).map(([place]) => place),
  )
  assert.deepEqual(open, [])
})

test('no body contains a field that only the server may set', () => {
  const ours = bodies.flatMap(({ line, body }) =>
    [...objectsOf(body, line)].flatMap(([place, { properties = {} }]) =>
      Object.keys(properties)
        .filter((name) => NEVER.includes(name))
        .map((name) => `${place}.${name}`),
    ),
  )
  assert.deepEqual(ours, [])
})
