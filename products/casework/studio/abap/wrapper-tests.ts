// The unit test of a wrapper: it checks that errors become exceptions, and it fails as long as a gap is open. Pure.
import { type Gap, literal, markerOf } from './gap.ts'
import { needsRaiseError, type WrapperNames } from './wrapper-code.ts'
import type { WrapperPlan } from './wrapper-plan.ts'

export function wrapperTests(plan: WrapperPlan, names: WrapperNames): string {
  const [clas, factory, exception, intf] = [names.class, names.factory, names.exception, names.interface].map((name) =>
    name.toLowerCase(),
  )
  const tests = [
    { name: 'factory_returns_the_double', body: doubleTest(factory!) },
    ...(needsRaiseError(plan, names)
      ? [
          { name: 'errors_become_exceptions', body: errorsTest(clas!, exception!) },
          { name: 'warnings_do_not', body: warningsTest(clas!, exception!) },
        ]
      : []),
    ...gapTests(plan.gaps),
  ]
  return `CLASS ltd_wrapper DEFINITION FINAL FOR TESTING.
  PUBLIC SECTION.
    INTERFACES ${intf} PARTIALLY IMPLEMENTED.
ENDCLASS.

CLASS ltd_wrapper IMPLEMENTATION.
ENDCLASS.

CLASS ltc_wrapper DEFINITION DEFERRED.
CLASS ${clas} DEFINITION LOCAL FRIENDS ltc_wrapper.

${testClass('ltc_wrapper', tests, [{ name: 'teardown', body: [`DATA nothing TYPE REF TO ${intf}.`, `${factory}=>use( nothing ).`] }])}`
}

interface Method {
  name: string
  body: readonly string[]
}

export function testClass(name: string, tests: readonly Method[], fixtures: readonly Method[] = []): string {
  const implemented = [...fixtures, ...tests].map(
    (one) => `  METHOD ${one.name}.\n${one.body.map((row) => (row ? `    ${row}` : '')).join('\n')}\n  ENDMETHOD.`,
  )
  return `CLASS ${name} DEFINITION FINAL FOR TESTING DURATION SHORT RISK LEVEL HARMLESS.
  PRIVATE SECTION.
${fixtures.map((one) => `    METHODS ${one.name}.\n`).join('')}${tests.map((one) => `    METHODS ${one.name} FOR TESTING.`).join('\n')}
ENDCLASS.

CLASS ${name} IMPLEMENTATION.
${implemented.join('\n\n')}
ENDCLASS.
`
}

/** Each fails until its gap is closed and the test is deleted. */
export const gapTests = (gaps: readonly Gap[]): Method[] =>
  gaps.map((gap, at) => ({
    name: `gap_${at + 1}_is_closed`,
    body: [
      `" Delete this test together with ${markerOf(gap)}.`,
      `cl_abap_unit_assert=>fail( ${literal(`${markerOf(gap)} ${gap.text}`)} ).`,
    ],
  }))

const doubleTest = (factory: string): string[] => [
  'DATA(double) = NEW ltd_wrapper( ).',
  `${factory}=>use( double ).`,
  'cl_abap_unit_assert=>assert_equals(',
  '  exp = double',
  `  act = ${factory}=>get( ) ).`,
]

const errorsTest = (clas: string, exception: string): string[] => [
  `DATA(wrapper) = NEW ${clas}( ).`,
  'DATA(types) = `EAX`.',
  'DO strlen( types ) TIMES.',
  '  DATA(offset) = sy-index - 1.',
  '  TRY.',
  '      wrapper->raise_error(',
  '        message_type = substring( val = types off = offset len = 1 )',
  '        message_text = `Reason` ).',
  '      cl_abap_unit_assert=>fail( `No exception was raised.` ).',
  `    CATCH ${exception} INTO DATA(error).`,
  '      cl_abap_unit_assert=>assert_equals(',
  '        exp = `Reason`',
  '        act = error->reason ).',
  '  ENDTRY.',
  'ENDDO.',
]

const warningsTest = (clas: string, exception: string): string[] => [
  `DATA(wrapper) = NEW ${clas}( ).`,
  'TRY.',
  "    wrapper->raise_error( message_type = 'S' message_text = `` ).",
  "    wrapper->raise_error( message_type = 'W' message_text = `` ).",
  "    wrapper->raise_error( message_type = 'I' message_text = `` ).",
  "    wrapper->raise_error( message_type = ' ' message_text = `` ).",
  `  CATCH ${exception} INTO DATA(error).`,
  '    cl_abap_unit_assert=>fail( error->reason ).',
  'ENDTRY.',
]
