// Function signatures of all kinds, and wrappers generated from them, for tests.
import fc from 'fast-check'
import { lint } from '../../evidence/source/lint.ts'
import { loadBuiltIn } from '../../packs/built-in.ts'
import type { FunctionSignature, Parameter } from '../../signatures/signature.ts'
import { FILLERS } from '../scaffold/fillers.ts'
import type { Facts } from '../scaffold/gather.ts'
import { readParams, type Values } from '../scaffold/params.ts'
import { templateOf } from '../scaffold/templates.ts'
import { fillTemplate } from '../scaffold/write-files.ts'

const [pack] = await loadBuiltIn()

export const WRAPPER: Values = {
  function: 'Z_ANY',
  interface: 'ZIF_MM_MATERIAL',
  class: 'ZCL_MM_MATERIAL',
  factory: 'ZCL_MM_MATERIAL_FACTORY',
  exception: 'ZCX_MM_MATERIAL',
  method: 'SAVE',
}

/** Short names, names of maximum length, and names with a namespace. */
export const NAMES: readonly Values[] = [
  WRAPPER,
  {
    interface: `ZIF_${'A'.repeat(26)}`,
    class: `ZCL_${'A'.repeat(26)}`,
    factory: `ZCL_${'B'.repeat(26)}`,
    exception: `ZCX_${'A'.repeat(26)}`,
    method: 'A'.repeat(30),
  },
  { interface: '/OWN/IF_X', class: '/OWN/CL_X', factory: '/OWN/CL_FACTORY', exception: '/OWN/CX_X', method: 'TABLE' },
]

export function scaffoldOf(templateId: string, given: Values, facts: Partial<Facts>) {
  const template = templateOf(pack!, templateId)
  const { values, faults } = readParams(template, given)
  const whole: Facts = { signatures: [], mappings: [], statements: { calls: [], selects: [] }, ...facts }
  const filled = FILLERS[template.filler!](values, whole)
  return { faults, filled, made: fillTemplate(template, filled) }
}

export function lintScaffold(made: ReturnType<typeof scaffoldOf>['made'], filled: { change?: object }) {
  const files = made.files
    .filter(({ path }) => /\.(?:clas|intf)\./.test(path))
    .map(({ path, content }) => ({ filename: path, text: content }))
  return lint({ files, context: [], ...(filled.change && { change: filled.change as never }) })
}

const DEFAULTS = [
  "'X'",
  "'O''Neil'",
  'SPACE',
  'SY-DATUM',
  '1',
  '-1',
  'ABAP_TRUE',
  'CL_X=>C_Y',
  'C_OF_THE_GROUP',
  '/ABC/IF_X=>C',
]
const TYPES = [
  ...['I', 'D', 'T', 'F', 'STRING', 'XSTRING', 'INT8', 'DECFLOAT34', 'UTCLONG'],
  ...['ANY', 'DATA', 'CLIKE', 'CSEQUENCE', 'NUMERIC', 'SIMPLE', 'XSEQUENCE', 'C', 'N', 'P', 'X'],
  ...['TABLE', 'ANY TABLE', 'STANDARD TABLE', 'SORTED TABLE', 'HASHED TABLE', 'INDEX TABLE'],
  ...[
    'BAPIRET2',
    'BAPIRETURN',
    'BAPIRETTAB',
    'BAPIRET2_T',
    'VBAK',
    'VBAK-VBELN',
    'SY-SUBRC',
    '/ABC/TYPE',
    '/ABC/TAB-FIELD',
  ],
  ...['CL_X=>TY_Y', '/ABC/IF_X=>TY', 'SLIS_T_FIELDCAT_ALV', 'LINE OF X', 'A B C', 'LIKE', 'A'.repeat(30)],
]
const PARAMETER_NAMES = [
  ...[
    'TABLE',
    'DATA',
    'TYPE',
    'EXPORTING',
    'IMPORTING',
    'CHANGING',
    'TABLES',
    'EXCEPTIONS',
    'RETURN',
    'VALUE',
    'OPTIONAL',
  ],
  ...[
    'ME',
    'SPACE',
    'SY',
    'SCREEN',
    'LINES',
    'SELECT',
    'END',
    'CLASS',
    'RESULT',
    'OTHERS',
    'DEFAULT',
    'REFERENCE',
    'LINE',
  ],
  ...[
    'L_TEXT',
    'L_RESULT',
    'L_ERROR',
    'TEXT',
    'NUMBER',
    'NOT',
    'AND',
    'IS',
    'INITIAL',
    'MESSAGE',
    'EXCEPTION',
    'KEY',
    'SUPER',
  ],
  ...['/ABC/PARAM', '/ABC/LONG_NAME_OF_A_PARAMETER', '_X', 'X', 'P_TABLE', '1ST', 'A%B', 'Ä', 'WITH-DASH'],
]

const name = fc.oneof(
  fc.constantFrom(...PARAMETER_NAMES),
  fc.stringMatching(/^[A-Z][A-Z0-9_]{0,29}$/),
  fc.stringMatching(/^LONG_NAME_OF_A_PARAMETER_ABC[0-9]{2}$/),
)
const parameter: fc.Arbitrary<Parameter> = fc.record(
  {
    name,
    direction: fc.constantFrom('importing', 'exporting', 'changing', 'tables'),
    typing: fc.constantFrom('type', 'like', 'ref', 'structure'),
    type: fc.constantFrom(...TYPES),
    optional: fc.boolean(),
    default: fc.constantFrom(...DEFAULTS),
    by_value: fc.boolean(),
  },
  { requiredKeys: ['name', 'direction'] },
)

export const signature: fc.Arbitrary<FunctionSignature> = fc.record({
  kind: fc.constant('FUNC' as const),
  name: fc.constantFrom('BAPI_ANY', 'Z_ANY', '/ABC/FUNCTION', 'Z_FUNCTION_WITH_A_NAME_OF_30_C'),
  parameters: fc.uniqueArray(parameter, { selector: (one) => one.name, maxLength: 12 }),
  exceptions: fc.uniqueArray(
    fc.constantFrom('NOT_FOUND', 'OTHERS', 'ERROR_MESSAGE', 'FAILED', 'CX_SY_ZERO', 'SYSTEM_FAILURE'),
    {
      maxLength: 4,
    },
  ),
  class_based: fc.boolean(),
})
