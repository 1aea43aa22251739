import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseJsonBody } from './json-body.ts'

const refused = (text: string) => {
  try {
    parseJsonBody(Buffer.from(text))
    return false
  } catch (error) {
    return (error as { code?: string }).code === 'malformed_json'
  }
}

for (const text of [
  String.raw`{"name":"a\udc00b"}`,
  String.raw`{"name":"\uD800"}`,
  String.raw`{"name":"\ud800x\udc00"}`,
  String.raw`{"name":"\udc00\ud800"}`,
  String.raw`{"a\uDFFF":1}`,
  String.raw`[["fine",["\\\udbff"]]]`,
  String.raw`{"name":"\u0000"}`,
  String.raw`{"\u0000":1}`,
])
  test(`${text}, which is not valid text, is rejected`, () => assert.ok(refused(text)))

for (const text of [
  String.raw`{"name":"\ud83d\ude00 \uD83D\uDE00 😀"}`,
  String.raw`{"name":"\\ud800 \\u0000"}`,
  String.raw`{"name":"\u00e9\u0001\\"}`,
  String.raw`"\ue000"`,
])
  test(`${text} is read unchanged`, () => assert.deepEqual(parseJsonBody(Buffer.from(text)), JSON.parse(text)))

test('unpaired surrogates are left to callers that check texts themselves, U+0000 is not', () => {
  assert.deepEqual(
    parseJsonBody(Buffer.from(String.raw`["\ud800"]`), () => true),
    ['\ud800'],
  )
  assert.throws(() => parseJsonBody(Buffer.from(String.raw`["\u0000"]`), () => true), { code: 'malformed_json' })
})
