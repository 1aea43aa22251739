import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csv } from './csv.ts'

test('cells with commas, quotes and line breaks are quoted', () => {
  assert.equal(csv([['a,b', 'say "x"', 'one\ntwo', undefined]]), '"a,b","say ""x""","one\ntwo",\r\n')
})

test('formulas are escaped as text, and negative numbers remain numbers', () => {
  assert.equal(csv([['=1+1', '@sum', '-cmd', '-3.5']]), "'=1+1,'@sum,'-cmd,-3.5\r\n")
})
