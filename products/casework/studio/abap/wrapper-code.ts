// The code of a wrapper: the parameters of its method, the call, and the error handling. Pure.
import { comment, gapComment, literal, markerOf } from './gap.ts'
import type { Passed, WrapperPlan } from './wrapper-plan.ts'

export interface WrapperNames {
  interface: string
  class: string
  factory: string
  exception: string
  method: string
  /** Who commits: `caller` or `wrapper`. */
  commit: string
}

const lines = (...parts: (string | readonly string[])[]): string => parts.flat().join('\n')

/** Table types without a key, so that any standard table with these rows fits. */
export function typesBlock({ passed }: WrapperPlan): string {
  const rows = passed.filter(({ tableType }) => tableType)
  return rows.map((one) => `  TYPES ${typeOf(one)} TYPE STANDARD TABLE OF ${one.typed.text}.`).join('\n')
}

const typeOf = ({ tableType, typed }: Passed): string => tableType ?? typed.text

export function parametersBlock(plan: WrapperPlan): string {
  const of = (...directions: string[]) =>
    plan.passed.filter(({ parameter }) => directions.includes(parameter.direction))
  return lines(
    section('IMPORTING', of('importing').map(declared)),
    section('EXPORTING', of('exporting').map(declared)),
    section('CHANGING', of('changing', 'tables').map(declared)),
  )
}

function declared(one: Passed): string {
  const { name, parameter, isOptional } = one
  const end =
    one.default !== undefined
      ? ` DEFAULT ${one.default}`
      : isOptional && parameter.direction !== 'exporting'
        ? ' OPTIONAL'
        : ''
  return `!${name} TYPE ${typeOf(one)}${end}`
}

const section = (word: string, rows: readonly string[]): string[] =>
  rows.length === 0 ? [] : [`    ${word}`, ...rows.map((row) => `      ${row}`)]

export function bodyBlock(plan: WrapperPlan, names: WrapperNames): string {
  if (plan.isOpen) {
    const marks = plan.gaps.map((gap) => `${markerOf(gap)} ${gap.text}`)
    return lines(
      plan.gaps.flatMap((gap) => gapComment(gap, '    ')),
      raise('    ', names.exception, literal(marks[0]!)),
    )
  }
  const call = names.commit === 'wrapper' ? guarded(plan, names) : [...callLines(plan, names, '    '), ...decision()]
  return lines(
    plan.gaps.flatMap((gap) => gapComment(gap, '    ')),
    call,
  )
}

const DECISION = 'The caller commits: this method neither commits nor rolls back.'
const DECISION_WRAPPER = 'The wrapper commits: BAPI_TRANSACTION_COMMIT also commits all pending changes of the caller.'

const decision = (): string[] => comment(`DECISION(commit) ${DECISION}`, '    ')

export const decisionOf = (commit: string): string => (commit === 'wrapper' ? DECISION_WRAPPER : DECISION)

function guarded(plan: WrapperPlan, names: WrapperNames): string[] {
  return [
    '    TRY.',
    ...callLines(plan, names, '        '),
    ...comment(`DECISION(commit) ${DECISION_WRAPPER}`, '        '),
    '        DATA l_commit TYPE bapiret2.',
    "        CALL FUNCTION 'BAPI_TRANSACTION_COMMIT'",
    '          EXPORTING',
    '            wait   = abap_true',
    '          IMPORTING',
    '            return = l_commit.',
    '        raise_error(',
    '          message_type = l_commit-type',
    '          message_text = l_commit-message ).',
    `      CATCH ${names.exception.toLowerCase()} INTO DATA(l_error).`,
    "        CALL FUNCTION 'BAPI_TRANSACTION_ROLLBACK'.",
    '        RAISE EXCEPTION l_error.',
    '    ENDTRY.',
  ]
}

function callLines(plan: WrapperPlan, names: WrapperNames, indent: string): string[] {
  if (!plan.classBased) return [...call(plan, indent), ...afterCall(plan, names, indent), ...returnLines(plan, indent)]
  if (plan.exceptions.length === 0) return [...call(plan, indent), ...returnLines(plan, indent)]
  const classes = plan.exceptions.map((one) => one.toLowerCase()).join(' ')
  return [
    `${indent}TRY.`,
    ...call(plan, `${indent}    `),
    `${indent}  CATCH ${classes} INTO DATA(l_cause).`,
    ...[
      `RAISE EXCEPTION TYPE ${names.exception.toLowerCase()}`,
      '  EXPORTING',
      '    reason   = l_cause->get_text( )',
      '    previous = l_cause.',
    ].map((row) => `${indent}    ${row}`),
    `${indent}ENDTRY.`,
    ...returnLines(plan, indent),
  ]
}

function call(plan: WrapperPlan, indent: string): string[] {
  const of = (direction: string) =>
    plan.passed
      .filter(({ parameter }) => parameter.direction === direction)
      .map(({ parameter, name }) => `${parameter.name.toLowerCase()} = ${name}`)
  const part = (word: string, rows: readonly string[]): string[] =>
    rows.length === 0 ? [] : [`${indent}  ${word}`, ...rows.map((row) => `${indent}    ${row}`)]
  const exceptions = plan.classBased
    ? []
    : [...plan.exceptions.map((name) => name.toLowerCase()), 'error_message', 'OTHERS']
  const rows = [
    `${indent}CALL FUNCTION '${plan.function}'`,
    ...part('EXPORTING', of('importing')),
    ...part('IMPORTING', of('exporting')),
    ...part('TABLES', of('tables')),
    ...part('CHANGING', of('changing')),
    ...part(
      'EXCEPTIONS',
      exceptions.map((name, at) => `${name} = ${at + 1}`),
    ),
  ]
  rows[rows.length - 1] += '.'
  return rows
}

/** `error_message` catches messages of type E or A that the function module does not handle. */
function afterCall(plan: WrapperPlan, names: WrapperNames, indent: string): string[] {
  const n = plan.exceptions.length
  const cases = plan.exceptions.map((name, at) => `${indent}      WHEN ${at + 1} THEN ${literal(name)}`)
  return [
    `${indent}DATA(l_result) = sy-subrc.`,
    `${indent}IF l_result = ${n + 1}.`,
    `${indent}  MESSAGE ID sy-msgid TYPE sy-msgty NUMBER sy-msgno`,
    `${indent}    WITH sy-msgv1 sy-msgv2 sy-msgv3 sy-msgv4 INTO DATA(l_text).`,
    ...raise(`${indent}  `, names.exception, 'l_text', literal('ERROR_MESSAGE')).split('\n'),
    `${indent}ELSEIF l_result <> 0.`,
    ...(n === 0
      ? raise(
          `${indent}  `,
          names.exception,
          literal(`${plan.function} ended with an exception.`),
          literal('OTHERS'),
        ).split('\n')
      : [
          `${indent}  DATA(l_message) = SWITCH string( l_result`,
          ...cases,
          `${indent}      ELSE \`OTHERS\` ).`,
          ...raise(`${indent}  `, names.exception, `|${plan.function}: { l_message }|`, 'l_message').split('\n'),
        ]),
    `${indent}ENDIF.`,
  ]
}

function raise(indent: string, exception: string, reason: string, name?: string): string {
  return [
    `RAISE EXCEPTION TYPE ${exception.toLowerCase()}`,
    '  EXPORTING',
    ...(name === undefined ? [`    reason = ${reason}.`] : [`    reason    = ${reason}`, `    exception = ${name}.`]),
  ]
    .map((row) => `${indent}${row}`)
    .join('\n')
}

function returnLines({ returns }: WrapperPlan, indent: string): string[] {
  return returns.flatMap(({ passed: { name }, isTable }, at) => {
    if (!isTable)
      return [
        `${indent}raise_error(`,
        `${indent}  message_type = ${name}-type`,
        `${indent}  message_text = ${name}-message ).`,
      ]
    const row = `<l_message_${at + 1}>`
    return [
      `${indent}LOOP AT ${name} ASSIGNING FIELD-SYMBOL(${row}).`,
      `${indent}  raise_error(`,
      `${indent}    message_type = ${row}-type`,
      `${indent}    message_text = ${row}-message ).`,
      `${indent}ENDLOOP.`,
    ]
  })
}

/** Needed only if the function returns messages or the wrapper commits. The unit test calls it directly. */
export function raiseErrorBlocks(exception: string): { definition: string; implementation: string } {
  const name = exception.toLowerCase()
  return {
    definition: lines(
      '',
      '  PRIVATE SECTION.',
      '    "! Errors, aborts and exits become an exception; warnings and successes do not.',
      '    METHODS raise_error',
      '      IMPORTING',
      '        !message_type TYPE csequence',
      '        !message_text TYPE csequence',
      '      RAISING',
      `        ${name}.`,
    ),
    implementation: lines(
      '',
      '  METHOD raise_error.',
      "    IF message_type CA 'EAX'.",
      `      RAISE EXCEPTION TYPE ${name}`,
      '        EXPORTING',
      '          reason = |{ message_text }|.',
      '    ENDIF.',
      '  ENDMETHOD.',
    ),
  }
}

export const needsRaiseError = (plan: WrapperPlan, { commit }: Pick<WrapperNames, 'commit'>): boolean =>
  !plan.isOpen && (plan.returns.length > 0 || commit === 'wrapper')
