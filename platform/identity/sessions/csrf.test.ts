import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAppError } from '../../errors.ts'
import { refuseForeign } from './csrf.ts'

const OWN = 'https://own.test'
type Headers = Record<string, string>
const passes = (method: string, headers: Headers, sign: 'required' | 'optional' = 'required'): boolean => {
  try {
    refuseForeign({ method, headers }, OWN, sign)
    return true
  } catch (error) {
    assert.ok(isAppError(error) && error.code === 'csrf_rejected')
    return false
  }
}

test('safe methods need no proof of origin', () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS']) assert.ok(passes(method, { origin: 'https://evil.test' }))
})

test('unsafe methods with a cookie need proof that they come from our own pages', () => {
  const cases: [Headers, boolean][] = [
    [{}, false],
    [{ 'x-csrf': '1' }, true],
    [{ 'x-csrf': 'true' }, false],
    [{ origin: OWN }, true],
    [{ origin: `${OWN}.evil.test` }, false],
    [{ origin: 'http://own.test' }, false],
    [{ origin: `${OWN}:8443` }, false],
    [{ origin: 'null' }, false],
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ 'sec-fetch-site': 'none', 'x-csrf': '1' }, true],
    [{ 'sec-fetch-site': 'cross-site', 'x-csrf': '1' }, false],
    [{ 'sec-fetch-site': 'cross-site', origin: OWN }, false],
    [{ origin: 'https://evil.test', 'x-csrf': '1' }, false],
    [{ origin: 'null', 'x-csrf': '1' }, false],
    [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, false],
    [{ 'content-type': 'text/plain' }, false],
    [{ 'content-type': 'application/x-www-form-urlencoded', referer: `${OWN}/workspace` }, false],
  ]
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    for (const [headers, expected] of cases)
      assert.equal(passes(method, headers), expected, `${method} ${JSON.stringify(headers)}`)
})

test('if the caller may be something other than a browser, only signs of another site are rejected', () => {
  assert.ok(passes('POST', {}, 'optional'))
  assert.ok(passes('POST', { origin: OWN }, 'optional'))
  const foreign: Headers[] = [{ origin: 'https://evil.test' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }]
  for (const headers of foreign) assert.ok(!passes('POST', headers, 'optional'))
})
