// Wrappers of all kinds of function modules are valid ABAP and call the function as it is declared.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { FunctionSignature } from '../../signatures/signature.ts'
import type { Values } from '../scaffold/params.ts'
import { lintScaffold, NAMES, scaffoldOf, signature, WRAPPER } from './testing.ts'
import { isMandatory } from './wrapper-plan.ts'

const wrap = (one: FunctionSignature | undefined, given: Values = {}) =>
  scaffoldOf(
    'wrapper-function-module',
    { ...WRAPPER, function: one?.name ?? 'BAPI_UNKNOWN', ...given },
    one ? { signatures: [{ value: one, source: 'own.zip' }] } : {},
  )
const classIn = (made: ReturnType<typeof wrap>['made']) =>
  made.files.find(({ path }) => /\.clas\.abap$/.test(path))!.content

test('for any signature, the generated code is valid ABAP without lint findings', () => {
  fc.assert(
    fc.property(
      signature,
      fc.constantFrom('caller', 'wrapper'),
      fc.constantFrom('', '*', '-'),
      fc.constantFrom(...NAMES),
      (one, commit, all, names) => {
        const { made, filled } = wrap(one, {
          ...names,
          function: one.name,
          commit,
          ...(all && { optional_parameters: all }),
        })
        const own = lintScaffold(made, filled).findings.filter(({ origin }) => origin === 'own')
        assert.deepEqual(own, [], `${made.files.map(({ path, content }) => `--- ${path}\n${content}`).join('\n')}`)
        for (const { content } of made.files)
          for (const row of content.split('\n')) assert.ok(row.length <= 255, `a line of ${row.length} characters`)
        // The call passes every mandatory parameter, or a gap says that the function is not called at all.
        const code = classIn(made)
        const isCalled = code.includes(`CALL FUNCTION '${one.name}'`)
        for (const parameter of one.parameters.filter(isMandatory))
          if (isCalled) assert.match(code, new RegExp(`^\\s+${quoted(parameter.name.toLowerCase())} = \\w+\\.?$`, 'm'))
        if (!isCalled) {
          assert.ok(filled.gaps.length > 0)
          assert.match(code, /RAISE EXCEPTION TYPE \S+\n\s+EXPORTING\n\s+reason = `GAP\(/)
        }
        // The code commits only if that was chosen.
        assert.equal(code.includes('BAPI_TRANSACTION_COMMIT'), isCalled && commit === 'wrapper')
        assert.equal(code.includes('DECISION(commit)'), isCalled)
        assert.equal(
          (made.files.find(({ role }) => role === 'test')!.content.match(/=>fail\( `GAP\(/g) ?? []).length,
          filled.gaps.length,
        )
      },
    ),
    { numRuns: 120 },
  )
})

const quoted = (text: string): string => text.replace(/[$()*+.?[\]^{|}\\]/g, '\\$&')

test('the linter reports broken code, so the test above can fail', () => {
  const { made, filled } = wrap({ kind: 'FUNC', name: 'Z_ANY', parameters: [], exceptions: [] })
  const broken = (from: string, to: string) => ({
    ...made,
    files: made.files.map((file) => ({ ...file, content: file.content.replace(from, to) })),
  })
  const own = (one: typeof made) => lintScaffold(one, filled).findings.filter(({ origin }) => origin === 'own').length
  assert.equal(own(made), 0)
  assert.ok(own(broken("CALL FUNCTION 'Z_ANY'", "CALL FUNKTION 'Z_ANY'")) > 0)
  assert.ok(own(broken('RETURNING VALUE(instance)', 'RETURNING VALUE(unknown)')) > 0)
  assert.ok(own(broken('l_result = 1', 'l_unknown = 1')) > 0)
})

const BAPI: FunctionSignature = {
  kind: 'FUNC',
  name: 'BAPI_MATERIAL_SAVEDATA',
  parameters: [
    { name: 'HEADDATA', direction: 'importing', typing: 'like', type: 'BAPIMATHEAD' },
    { name: 'CLIENTDATA', direction: 'importing', typing: 'like', type: 'BAPI_MARA', optional: true },
    {
      name: 'FLAG_ONLINE',
      direction: 'importing',
      typing: 'like',
      type: 'BAPIE1MARART-FUNCTION',
      default: 'SPACE',
      optional: true,
    },
    { name: 'RETURN', direction: 'exporting', typing: 'like', type: 'BAPIRET2' },
    { name: 'RETURNMESSAGES', direction: 'tables', typing: 'structure', type: 'BAPIRETURN1', optional: true },
  ],
  exceptions: [],
}

test('a BAPI is called with its parameters, and its messages become exceptions', () => {
  const { made, filled } = wrap(BAPI)
  const code = classIn(made)
  assert.match(
    code,
    /EXPORTING\n\s+headdata = headdata\n\s+clientdata = clientdata\n\s+flag_online = flag_online\n\s+IMPORTING\n\s+return = return/,
  )
  assert.match(code, /message_type = return-type/)
  assert.match(code, /LOOP AT returnmessages ASSIGNING/)
  const intf = made.files.find(({ path }) => /\.intf\.abap$/.test(path))!.content
  assert.match(intf, /!headdata TYPE bapimathead\n/)
  assert.match(intf, /!clientdata TYPE bapi_mara OPTIONAL\n/)
  assert.match(intf, /!flag_online TYPE bapie1marart-function DEFAULT SPACE\n/)
  assert.match(intf, /TYPES ty_returnmessages TYPE STANDARD TABLE OF bapireturn1\./)
  assert.deepEqual(filled.gaps, [])
})

test('a wrapper does not call an unknown function module, and reports the gap at run time and in its test', () => {
  const { made } = wrap(undefined)
  const code = classIn(made)
  assert.doesNotMatch(code, /CALL FUNCTION/)
  assert.match(code, /reason = `GAP\(signature\/BAPI_UNKNOWN\)/)
  const [gap] = made.gaps!
  assert.deepEqual([gap!.id, gap!.path], ['signature/BAPI_UNKNOWN', 'src/zcl_mm_material.clas.abap'])
  assert.match(code.split('\n')[gap!.line - 1]!, /TODO: GAP\(signature\/BAPI_UNKNOWN\)/)
})

test('unknown optional parameters are rejected by name', () => {
  const { filled } = wrap(BAPI, { optional_parameters: 'CLIENTDATA, EXTRA' })
  assert.deepEqual(filled.missing, [
    { path: '/params/optional_parameters', message: 'names EXTRA, which BAPI_MATERIAL_SAVEDATA does not have' },
  ])
})
