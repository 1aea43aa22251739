// Pure parts of the Studio: levels of lines, syntax highlighting, and the ZIP archive.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StringStream } from '@codemirror/language'
import type { Classification } from '@veritrace/contract/casework/studio-shapes'
import { unzipSync } from 'fflate'
import { abapToken } from './abap.ts'
import { marksOf } from './lines.ts'
import { zipOf } from './zip.ts'

const reference = (name: string, code: string, lines: number[], own = false) => ({
  artifact: { name },
  rating: { code },
  own,
  occurrences: lines.map((line) => ({ line })),
})
const classified = (references: unknown[], technology: unknown[] = []) =>
  ({ objects: [{ references, technology }] }) as unknown as Classification

test('a line has the worst level of the objects it uses, and is unknown only without a known object', () => {
  const marks = marksOf(
    classified(
      [
        reference('I_ORDER', 'A', [1, 2]),
        reference('VBAK', 'C', [2, 4]),
        reference('NOBODY', 'unknown', [2, 3]),
        reference('ZCL_OWN', 'D', [1], true),
      ],
      [{ kind: 'direct_write', title: 'Direct write', line: 4, code: 'D' }],
    ),
    ['A', 'B', 'C', 'D'],
  )
  assert.deepEqual(marks, [
    { line: 1, code: 'A', names: ['I_ORDER'] },
    { line: 2, code: 'C', names: ['VBAK'] },
    { line: 3, code: 'unknown', names: ['NOBODY'] },
    { line: 4, code: 'D', names: ['Direct write'] },
  ])
})

test('keywords, strings and comments of ABAP are recognized', () => {
  const kinds = (line: string) => {
    const stream = new StringStream(line, 2, 2)
    const place = { text: '', isComment: false }
    const found: string[] = []
    while (!stream.eol()) {
      stream.start = stream.pos
      const kind = abapToken(stream, place)
      if (kind) found.push(`${kind} ${stream.current()}`)
    }
    return found
  }
  assert.deepEqual(kinds("SELECT vbeln FROM vbak WHERE a = 'it''s'. \" all"), [
    'keyword SELECT',
    'keyword FROM',
    'keyword WHERE',
    "string 'it''s'",
    'comment " all',
  ])
  assert.deepEqual(kinds('* old'), ['comment * old'])
  assert.deepEqual(kinds('select-options x. wa-value = sy-datum'), ['keyword select-options'])
  assert.deepEqual(kinds('@AccessControl.a: 12 /* b */ define'), [
    'meta @AccessControl.a',
    'number 12',
    'comment /* b */',
    'keyword define',
  ])
})

test('the ZIP archive contains every file with its path', () => {
  const files = [
    { path: 'src/zcl_a.clas.abap', content: 'CLASS zcl_a DEFINITION.\n' },
    { path: 'src/ü.txt', content: 'größer — 日本\n' },
    { path: 'empty.txt', content: '' },
  ]
  const read = unzipSync(zipOf(files))
  assert.deepEqual(
    Object.entries(read).map(([path, bytes]) => ({ path, content: new TextDecoder().decode(bytes) })),
    files,
  )
  assert.deepEqual(zipOf(files), zipOf(files))
})
