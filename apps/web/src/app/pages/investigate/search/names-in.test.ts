import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesIn } from './names-in.ts'

const CASES: [string, string, string[]][] = [
  ['lines and commas', 'VBAK\r\nMARA, VBAP\n', ['VBAK', 'MARA', 'VBAP']],
  [
    'two columns with the type first',
    'TABL\tVBAK\nFUNC BAPI_MATERIAL_SAVEDATA\nTABL;MARA',
    ['TABL:VBAK', 'FUNC:BAPI_MATERIAL_SAVEDATA', 'TABL:MARA'],
  ],
  ['quotes, remarks, empty lines and what comes twice', '# mine\n"VBAK"\n\nVBAK\n', ['VBAK']],
  ['namespaces and short forms as they are', '/ACME/ORDERS\nTABL:VBAK', ['/ACME/ORDERS', 'TABL:VBAK']],
]

for (const [what, text, names] of CASES)
  test(`names in a pasted text: ${what}`, () => assert.deepEqual(namesIn(text), names))
