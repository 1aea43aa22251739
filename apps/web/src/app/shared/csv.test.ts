import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csv } from './csv.ts'

test('commas, quotes and lines stay inside their cell', () => {
  assert.equal(csv([['a,b', 'say "x"', 'one\ntwo', undefined]]), '"a,b","say ""x""","one\ntwo",\r\n')
})

test('what a spreadsheet would run is written as text, and a negative number stays a number', () => {
  assert.equal(csv([['=1+1', '@sum', '-cmd', '-3.5']]), "'=1+1,'@sum,'-cmd,-3.5\r\n")
})
