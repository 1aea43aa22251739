// Counting rows in results whose values look like the format's own syntax.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countRows } from './count-rows.ts'

const CASES: [format: string, text: string, rows: number][] = [
  ['application/sparql-results+json', '{"head":{"vars":["s"]},"results":{"bindings":[]}}', 0],
  ['application/sparql-results+json', '{"head":{"vars":[]},"results":{"bindings":[{},{}]}}', 2],
  [
    'application/sparql-results+json',
    '{"head":{"vars":["s"]},"results":{"bindings":[{"s":{"type":"literal","value":"},{\\"\\\\"}},{"s":{"type":"literal","value":"{{{"}}]}}',
    2,
  ],
  [
    'application/sparql-results+json',
    '{"head":{"vars":["s","o"]},"results":{"bindings":[{"s":{"type":"literal","value":"},{"}},{"s":{"xml:lang":"en","type":"literal","value":"},{"},"o":{"type":"literal","value":"},{\\"s\\":\\\\},{"}},{"o":{"type":"uri","value":"}},{"}}]}}',
    3,
  ],
  ['application/sparql-results+xml', '<results><result></result><result><literal>&lt;result></literal></result>', 2],
  ['text/tab-separated-values', '?s\t?o\n"a\\nb"\t1\n\t\n', 2],
]

for (const [format, text, rows] of CASES)
  test(`countRows finds ${rows} rows in ${format}: ${text.slice(0, 60)}`, () => {
    assert.equal(countRows(text, format), rows)
  })
