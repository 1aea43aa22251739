import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPlaces } from './places.ts'

const pieces = (text: string, edges: number[], nodes: string[]) => {
  const place = openPlaces(text, edges)
  return nodes.map((words) => place(words).map((piece) => [piece.words, piece.at]))
}

test('text of a page is located despite different whitespace, and split at edges', () => {
  const text = 'Steps\n\nRead VBAK first\nthen stop'
  assert.deepEqual(pieces(text, [12, 16], ['Steps', '\n', 'Read  VBAK first', '\n', 'then stop']), [
    [['Steps', 0]],
    [['\n', undefined]],
    [
      ['Read', 7],
      ['  ', undefined],
      ['VBAK', 12],
      [' ', undefined],
      ['first', 17],
    ],
    [['\n', undefined]],
    [['then stop', 23]],
  ])
})

test('where page and text differ, the page’s text is shown without a position', () => {
  assert.deepEqual(pieces('one two', [4], ['one', 'other', 'two']), [
    [['one', 0]],
    [['other', undefined]],
    [['two', undefined]],
  ])
})
