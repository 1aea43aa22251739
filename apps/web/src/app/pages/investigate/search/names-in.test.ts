import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listIn, namesIn } from './names-in.ts'

const CASES: [string, string, string[]][] = [
  ['lines and commas', 'VBAK\r\nMARA, VBAP\n', ['VBAK', 'MARA', 'VBAP']],
  [
    'two columns with the type first',
    'TABL\tVBAK\nFUNC BAPI_MATERIAL_SAVEDATA\nTABL;MARA',
    ['TABL:VBAK', 'FUNC:BAPI_MATERIAL_SAVEDATA', 'TABL:MARA'],
  ],
  ['quotes, comments, empty lines and duplicates', '# mine\n"VBAK"\n\nVBAK\n', ['VBAK']],
  ['namespaces and short forms', '/ACME/ORDERS\nTABL:VBAK', ['/ACME/ORDERS', 'TABL:VBAK']],
]

for (const [what, text, names] of CASES)
  test(`extracts names from pasted text: ${what}`, () => assert.deepEqual(namesIn(text), names))

const LISTS: [string, string | undefined][] = [
  ['VBAK\r\nTABL MARA\n', 'VBAK\nTABL MARA'],
  ['VBAK, FUNC:BAPI_MATERIAL_SAVEDATA', 'VBAK\nFUNC:BAPI_MATERIAL_SAVEDATA'],
  ['VBAK MARA /AIF/LOG', 'VBAK\nMARA\n/AIF/LOG'],
  ['TABL VBAK', undefined],
  ['May we read VBAK, MARA and BSEG?', undefined],
]
for (const [text, list] of LISTS)
  test(`${JSON.stringify(text)} is ${list ? 'a list of names' : 'not a list'}`, () => assert.equal(listIn(text), list))
