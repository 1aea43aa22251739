import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvLine } from './csv.ts'

test('a cell that a spreadsheet would run is kept from it, and numbers stay numbers', () => {
  assert.equal(csvLine(['=1+1', '@x', 'plain', -5, null]), "'=1+1,'@x,plain,-5,\r\n")
})

test('what holds a comma, a quote or a line end is quoted', () => {
  assert.equal(csvLine(['x,"y"', 'a\nb']), '"x,""y""","a\nb"\r\n')
})
