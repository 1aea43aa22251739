import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvLine } from './csv.ts'

test('a cell that a spreadsheet would run as a formula is escaped, and numbers stay numbers', () => {
  assert.equal(csvLine(['=1+1', '@x', 'plain', -5, null]), "'=1+1,'@x,plain,-5,\r\n")
})

test('a value with a comma, a quote or a line break is quoted', () => {
  assert.equal(csvLine(['x,"y"', 'a\nb']), '"x,""y""","a\nb"\r\n')
})
