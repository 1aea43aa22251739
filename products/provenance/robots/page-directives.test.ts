import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageDirectives } from './page-directives.ts'

const asked = (headers: Record<string, string>, html = '', agent = 'ExampleBot/1.0'): string =>
  Object.entries(pageDirectives(headers, html, agent))
    .filter(([, said]) => said)
    .map(([word]) => word)
    .join(' ')

const HEADERS: readonly [value: string, asked: string][] = [
  ['noarchive', 'noarchive'],
  ['NoIndex, NoFollow', 'noindex nofollow'],
  ['none', 'noindex nofollow'],
  ['nocache', 'noarchive'],
  ['all', ''],
  ['nosnippet, max-snippet: 20', ''],
  ['otherbot: noarchive', ''],
  ['otherbot: noindex, nofollow', ''],
  ['examplebot: noarchive', 'noarchive'],
  ['otherbot: noindex, examplebot: noarchive, nofollow', 'noarchive nofollow'],
  ['noarchive, otherbot: noindex', 'noarchive'],
  ['unavailable_after: 25 Jun 2030 15:00:00 PST, noarchive', 'noarchive'],
  ['otherbot: noindex\nnoarchive', 'noarchive'],
  ['*: noindex', 'noindex'],
  ['', ''],
]
for (const [value, expected] of HEADERS)
  test(`X-Robots-Tag "${value.replace('\n', '⏎')}" has the directives "${expected}"`, () => {
    assert.equal(asked({ 'X-Robots-Tag': value }), expected)
  })

const ELEMENTS: readonly [html: string, asked: string][] = [
  ['<meta name="robots" content="noarchive">', 'noarchive'],
  ['<META NAME="ROBOTS" CONTENT="NOINDEX, nofollow">', 'noindex nofollow'],
  ['<meta content=none name=robots>', 'noindex nofollow'],
  ['<meta name="examplebot" content="noarchive"><meta name="robots" content="noindex">', 'noarchive noindex'],
  ['<meta name="otherbot" content="noarchive">', ''],
  ['<!-- <meta name="robots" content="noarchive"> -->', ''],
  ['<script>"<meta name=robots content=noarchive>"</script>', ''],
  ['<meta name="description" content="robots, noarchive">', ''],
  ['<p>We ask robots for noarchive.</p>', ''],
]
for (const [html, expected] of ELEMENTS)
  test(`a page with ${html} has the directives "${expected}"`, () => {
    assert.equal(asked({ 'content-type': 'text/html' }, html), expected)
  })

test('header and element are combined, and an agent without a name follows the directives for everyone', () => {
  const html = '<meta name="robots" content="noarchive"><meta name="" content="noindex">'
  assert.equal(asked({ 'x-robots-tag': 'nofollow' }, html), 'noarchive nofollow')
  assert.equal(asked({ 'x-robots-tag': 'nofollow' }, html, ''), 'noarchive nofollow')
})
