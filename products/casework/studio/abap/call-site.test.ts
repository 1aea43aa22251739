// The call site calls the wrapper instead of the function module, and the code after the call still works.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readStatements } from '../../evidence/source/statements/read-statements.ts'
import type { FunctionSignature } from '../../signatures/signature.ts'
import { lintScaffold, scaffoldOf, WRAPPER } from './testing.ts'

const SIGNATURE: FunctionSignature = {
  kind: 'FUNC',
  name: 'Z_SAVE',
  parameters: [
    { name: 'HEAD', direction: 'importing', typing: 'type', type: 'VBAK' },
    { name: 'MODE', direction: 'importing', typing: 'type', type: 'C', optional: true },
    { name: 'RETURN', direction: 'exporting', typing: 'type', type: 'BAPIRET2' },
    { name: 'ITEMS', direction: 'tables', typing: 'structure', type: 'VBAP' },
  ],
  exceptions: ['NOT_FOUND', 'LOCKED'],
}

function wrap(code: string) {
  const text = `REPORT z.\nDATA: head TYPE vbak, ret TYPE bapiret2, rows TYPE STANDARD TABLE OF vbap.\n${code}\n`
  const statements = readStatements({ filename: 'z.prog.abap', text })
  const facts = {
    statements,
    signatures: [{ value: SIGNATURE, source: 'own.zip' }],
    source: { path: 'z.prog.abap', text },
  }
  return scaffoldOf('wrapper-function-module', { ...WRAPPER, function: 'Z_SAVE' }, facts)
}

test('a function call becomes a call of the wrapper and keeps its exception numbers', () => {
  const { filled, made } = wrap(
    "IF head IS NOT INITIAL.\n  CALL FUNCTION 'Z_SAVE'\n    EXPORTING head = head\n    IMPORTING return = ret\n    TABLES items = rows\n    EXCEPTIONS locked = 7 OTHERS = 9.\n  IF sy-subrc = 7.\n    WRITE 'locked'.\n  ENDIF.\nENDIF.",
  )
  assert.deepEqual(filled.gaps, [])
  const { after } = filled.change!
  assert.match(
    after,
    /zcl_mm_material_factory=>get\( \)->save\(\n\s+EXPORTING\n\s+head = head\n\s+IMPORTING\n\s+return = ret\n\s+CHANGING\n\s+items = rows\[\] \)\./,
  )
  assert.match(after, /WHEN `LOCKED`\.\n\s+sy-subrc = 7\.\n\s+WHEN ``\.[\s\S]*WHEN OTHERS\.\n\s+sy-subrc = 9\./)
  // A parameter that the call does not pass is not part of the wrapper.
  assert.doesNotMatch(made.files.find(({ path }) => path.endsWith('.intf.abap'))!.content, /!mode/)
  assert.match(made.files.at(-1)!.content, /^\+\s+zcl_mm_material_factory=>get/m)
  const own = lintScaffold(made, filled).findings.filter(({ origin }) => origin === 'own')
  assert.deepEqual(own, [])
})

test('without EXCEPTIONS an exception ends the program as before', () => {
  const { filled } = wrap("CALL FUNCTION 'Z_SAVE' EXPORTING head = head TABLES items = rows.")
  assert.match(filled.change!.after, /WHEN OTHERS\.\n\s+RAISE SHORTDUMP save_error\./)
})

test('two calls get separate error variables', () => {
  const call = "CALL FUNCTION 'Z_SAVE' EXPORTING head = head TABLES items = rows.\n"
  const { filled, made } = wrap(call + call)
  const names = [...filled.change!.after.matchAll(/INTO DATA\((\w+)\)/g)].map(([, name]) => name)
  assert.equal(new Set(names).size, 2)
  assert.deepEqual(
    lintScaffold(made, filled).findings.filter(({ origin }) => origin === 'own'),
    [],
  )
})

const NOT_REPLACED: [call: string, reason: RegExp][] = [
  ["CALL FUNCTION 'Z_SAVE' DESTINATION 'X' EXPORTING head = head TABLES items = rows.", /DESTINATION/],
  ["CALL FUNCTION 'Z_SAVE' IN UPDATE TASK EXPORTING head = head TABLES items = rows.", /IN UPDATE TASK/],
  ["CALL FUNCTION 'Z_SAVE' STARTING NEW TASK 'T' EXPORTING head = head TABLES items = rows.", /STARTING NEW TASK/],
  ["CALL FUNCTION 'Z_SAVE' EXPORTING extra = head TABLES items = rows.", /EXTRA/],
  ["CALL FUNCTION 'Z_SAVE' EXPORTING head = head.", /ITEMS/],
]
for (const [call, reason] of NOT_REPLACED)
  test(`is not replaced: ${call}`, () => {
    const { filled } = wrap(call)
    assert.equal(filled.change, undefined)
    assert.match(filled.gaps[0]!.text, reason)
  })
