import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Holdings } from '@veritrace/contract/members'
import { chooseAll, chooseOne, handOverOf, leastOf } from './choices.ts'

const held = (kind: string, ids: readonly string[], more: Partial<Holdings> = {}): Holdings => ({
  ...{ kind, title: kind, on_removal: 'ends', can_hand_over: true, total: ids.length },
  items: ids.map((id) => ({
    ...{ id, label: id, detail: null, created_at: null, expires_at: null, last_used_at: null, least_role: null },
  })),
  ...more,
})
const all = [held('api_key', ['a', 'b']), held('session', ['s'], { can_hand_over: false }), held('case', ['c'])]

test('nothing is transferred by default', () => {
  assert.deepEqual(handOverOf(all, {}), [])
})

test('a whole kind is transferred, except items with their own choice', () => {
  const whole = chooseAll({}, 'api_key', 'ada')
  assert.deepEqual(handOverOf(all, whole), [{ kind: 'api_key', to: 'ada' }])
  assert.deepEqual(handOverOf(all, chooseOne(whole, 'api_key', 'b', 'ben')), [
    { kind: 'api_key', id: 'a', to: 'ada' },
    { kind: 'api_key', id: 'b', to: 'ben' },
  ])
  assert.deepEqual(handOverOf(all, chooseOne(whole, 'api_key', 'b', '')), [{ kind: 'api_key', id: 'a', to: 'ada' }])
})

test('kinds that cannot be transferred never are', () => {
  assert.deepEqual(handOverOf(all, chooseAll({}, 'session', 'ada')), [])
})

test('taking over a whole kind needs the highest role among its items', () => {
  const { items } = held('api_key', ['a', 'b', 'c'])
  const roles = ['viewer', 'admin', 'member'] as const
  const mixed = held('api_key', [], { items: items.map((one, at) => ({ ...one, least_role: roles[at]! })) })
  assert.equal(leastOf(mixed), 'admin')
  assert.equal(leastOf(held('case', ['c'])), null)
})
