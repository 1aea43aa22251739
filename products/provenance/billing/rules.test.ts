import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chosen, isFromTheFuture, isOwnAddress, periodOf, planAfter, type Subscription, standingOf } from './rules.ts'

const subscription = (id: string, status: string, created: number, ends: number[] = [2_000]): Subscription => ({
  id,
  status,
  created,
  cancel_at_period_end: false,
  items: { data: ends.map((current_period_end) => ({ current_period_end })) },
})

test('a paid subscription takes precedence over a running one, and a newer one over an older', () => {
  const all = [
    subscription('old', 'active', 1),
    subscription('new', 'active', 2),
    subscription('begun', 'incomplete', 3),
    subscription('over', 'canceled', 4),
  ]
  assert.equal(chosen(all)!.id, 'new')
  assert.equal(chosen(all.slice(2))!.id, 'begun')
  assert.equal(chosen(all.slice(3))!.id, 'over')
  assert.equal(chosen([]), undefined)
})

test('the plan follows the status, and the Enterprise plan never changes', () => {
  const paid = ['active', 'trialing', 'past_due']
  for (const status of [...paid, 'canceled', 'unpaid', 'incomplete', 'incomplete_expired', 'paused', 'new-word']) {
    assert.equal(planAfter('free', status), paid.includes(status) ? 'pro' : 'free', status)
    assert.equal(planAfter('pro', status), paid.includes(status) ? 'pro' : 'free', status)
    assert.equal(planAfter('enterprise', status), 'enterprise')
  }
  assert.equal(standingOf(subscription('s', 'active', 1, [9, 3])).subscription_current_period_end!.getTime(), 3_000)
  assert.equal(standingOf(subscription('s', 'active', 1, [])).subscription_current_period_end, null)
})

test('only addresses on our own origin are accepted', () => {
  const ours = 'https://app.example.com'
  assert.ok(isOwnAddress(ours, 'https://app.example.com/billing?session={CHECKOUT_SESSION_ID}'))
  const others = [
    'http://app.example.com/',
    'https://app.example.com:8443/',
    'https://app.example.com.evil.test/',
    'https://app.example.com@evil.test/',
    'https://evil.test\\@app.example.com/',
    'https://user@app.example.com/',
    'javascript:alert(1)',
    '/billing',
  ]
  for (const address of others) assert.ok(!isOwnAddress(ours, address), address)
})

test('a period is a calendar month, and a signature from the future is rejected', () => {
  const { start, end } = periodOf(new Date('2026-12-31T23:59:59Z'))
  assert.deepEqual([start.toISOString(), end.toISOString()], ['2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'])
  const now = new Date(1_000_000_000)
  assert.ok(!isFromTheFuture('t=1000300,v1=x', now))
  assert.ok(isFromTheFuture('t=1000301,v1=x', now))
  assert.ok(isFromTheFuture('v1=x', now))
})
