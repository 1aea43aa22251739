import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { keyOf, newSigningSecret, sign } from './sign.ts'
import { verify } from './verify.ts'

const now = new Date('2026-03-01T12:00:00Z')
const body = '{"type":"email.bounced","data":{"to":"ü@customers.test"}}'
const secret = newSigningSecret()
const other = newSigningSecret()
const signed = (at = now, secrets = [secret]) => sign(secrets, 'msg_1', at, body)
const check = (headers: Record<string, string>, bytes = Buffer.from(body), secrets = [secret]) =>
  verify(secrets, { headers, body: bytes }, now)
const shifted = (seconds: number) => ({ ...signed(new Date(now.getTime() + seconds * 1000)) })
const refused = { code: 'invalid_signature', status: 401 }

test('a correctly signed message is accepted, with both names of the headers', () => {
  const headers = { ...signed() }
  assert.equal(check(headers), 'msg_1')
  const svix = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.replace('webhook', 'svix'), value]),
  )
  assert.equal(check(svix), 'msg_1')
})

test('our signatures match those of the standard library, and vice versa', () => {
  const at = new Date()
  const headers = { ...sign([other, secret], 'msg_2', at, body) }
  assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body))
  const theirs = {
    'webhook-id': 'msg_3',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_3', at, body),
  }
  assert.equal(verify([secret], { headers: theirs, body: Buffer.from(body) }, at), 'msg_3')
})

test('a message is accepted with any of our secrets and any of its signatures', () => {
  assert.equal(check({ ...signed(now, [other, secret]) }), 'msg_1')
  assert.equal(check({ ...signed() }, Buffer.from(body), [other, secret]), 'msg_1')
})

test('a timestamp more than five minutes in the past or future is rejected', () => {
  assert.equal(check(shifted(-300)), 'msg_1')
  assert.equal(check(shifted(300)), 'msg_1')
  assert.throws(() => check(shifted(-301)), refused)
  assert.throws(() => check(shifted(301)), refused)
})

test('any difference from the signed message is rejected', () => {
  const headers = { ...signed() }
  const without = (name: string) => Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name))
  for (const name of Object.keys(headers)) assert.throws(() => check(without(name)), refused, name)
  const changed: Record<string, string>[] = [
    { 'webhook-id': 'msg_2' },
    { 'webhook-timestamp': `${headers['webhook-timestamp']}abc` },
    { 'webhook-timestamp': '1e9' },
    { 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v2,') },
    { 'webhook-signature': 'v1,' },
    { 'webhook-signature': headers['webhook-signature'].slice(0, -2) },
  ]
  for (const change of changed) assert.throws(() => check({ ...headers, ...change }), refused, JSON.stringify(change))
  assert.throws(() => check(headers, Buffer.from(JSON.stringify(JSON.parse(body), null, 1))), refused)
  assert.throws(() => check(headers, Buffer.from(body), [other]), refused)
  assert.throws(() => check(headers, Buffer.from(body), []), refused)
})

test('different bytes that decode to the same text are rejected', () => {
  const broken = Buffer.from([0x7b, 0xff, 0x7d])
  const headers = { ...sign([secret], 'msg_1', now, broken.toString()) }
  assert.throws(() => check(headers, broken), refused)
})

test('a secret has 24 to 64 bytes', () => {
  const of = (bytes: number) => keyOf(`whsec_${Buffer.alloc(bytes, 7).toString('base64')}`)?.length
  assert.deepEqual(
    [of(23), of(24), of(64), of(65), keyOf('whsec_***'), keyOf('')],
    [undefined, 24, 64, undefined, undefined, undefined],
  )
  assert.match(newSigningSecret(), /^whsec_[A-Za-z0-9+/]{43}=$/)
})
