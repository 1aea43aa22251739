// Names that clients rely on are removed or renamed only on purpose.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addApi,
  readStable,
  recordedStable,
  removals,
  type Stable,
  stableText,
  stableToday,
  union,
} from '../scripts/stable.ts'

const HOW =
  'Restore it, or keep the old name next to the new one. If clients must change, run `npm run gen -- stable`, and add a line ' +
  'to CHANGELOG.md.'

test('no operation, field, error code, event type or role is removed or renamed by accident', () => {
  const removed = removals(recordedStable(), stableToday())
  assert.equal(removed.length, 0, `Removed or renamed: ${removed.join('; ')}. ${HOW}`)
})

test('everything that exists today is recorded', () => {
  const added = removals(stableToday(), recordedStable())
  assert.equal(added.length, 0, `Not recorded yet: ${added.join('; ')}. Run \`npm run gen\`.`)
})

const apiOf = (id: string, path: string, fields: readonly string[]): Stable => {
  const found: Stable = new Map([['errors with status 404', new Set(['not_found'])]])
  const properties = Object.fromEntries(fields.map((name) => [name, { type: 'string' }]))
  const schema = { properties: { items: { items: { $ref: '#/components/schemas/Page' } }, at: { properties } } }
  const operation = { operationId: id, responses: { 200: { content: { 'application/json': { schema } } } } }
  addApi(found, { paths: { [path]: { get: operation } }, components: { schemas: { Page: { properties } } } })
  return found
}

test('a removal is reported with its place, and an addition is not', () => {
  const before = apiOf('test.pages.list', '/pages', ['title', 'slug'])
  assert.deepEqual(removals(before, apiOf('test.pages.list', '/pages', ['title', 'slug', 'color'])), [])
  assert.deepEqual(removals(before, apiOf('test.pages.list', '/pages', ['slug'])), [
    '“at.title” of the response 200 of test.pages.list',
    '“title” of the schema Page',
  ])
  assert.deepEqual(removals(before, apiOf('test.pages.list', '/leaves', ['title', 'slug'])), [
    '“GET:/pages” of the operation test.pages.list',
  ])
  assert.deepEqual(removals(before, apiOf('test.pages.all', '/pages', ['title', 'slug'])), [
    'the operation test.pages.list',
  ])
  const other = new Map(before).set('errors with status 404', new Set(['page_not_found']))
  assert.deepEqual(removals(before, other), ['“not_found” of the errors with status 404'])
})

test('the record can be read back, and keeps what was removed until that is confirmed', () => {
  const before = apiOf('test.pages.list', '/pages', ['title', 'slug'])
  const after = apiOf('test.pages.list', '/pages', ['slug', 'color'])
  const text = stableText(union(before, after))
  assert.equal(stableText(readStable(text)), text)
  assert.deepEqual([...readStable(text).get('schema Page')!], ['color', 'slug', 'title'])
})
