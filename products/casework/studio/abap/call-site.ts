// Rewrites a call of a function module as a call of its wrapper. The code after the call keeps working: variables,
// messages in RETURN, and sy-subrc with the exception numbers of the original call. Pure.
import type { CallFact } from '../../evidence/source/statements/facts.ts'
import { openNames } from './names.ts'
import type { WrapperNames } from './wrapper-code.ts'
import type { WrapperPlan } from './wrapper-plan.ts'

export interface Replacement {
  start: number
  end: number
  text: string
}

/** The replacement, or the reason why the call cannot be replaced. */
export function replaceCall(
  call: CallFact,
  plan: WrapperPlan,
  names: WrapperNames,
  source: string,
): Replacement | { unsupported: string } {
  if (call.unsupported) return { unsupported: call.unsupported }
  const given = new Map(
    [...call.exporting, ...call.importing, ...call.changing, ...call.tables].map(({ name, value }) => [name, value]),
  )
  const unknown = [...given.keys()].filter((name) => !plan.passed.some(({ parameter }) => parameter.name === name))
  if (unknown.length > 0)
    return { unsupported: `The call passes ${unknown.join(', ')}, which the wrapper does not have.` }
  const missing = plan.passed.filter(
    ({ parameter, isOptional }) => !isOptional && parameter.direction !== 'exporting' && !given.has(parameter.name),
  )
  if (missing.length > 0)
    return {
      unsupported: `The call does not pass ${missing.map(({ name }) => name.toUpperCase()).join(', ')}, which is mandatory.`,
    }
  const pad = ' '.repeat(call.indent)
  const rows = (directions: readonly string[]) =>
    plan.passed.flatMap(({ parameter, name }) => {
      const value = given.get(parameter.name)
      if (value === undefined || !directions.includes(parameter.direction)) return []
      return [`${name} = ${parameter.direction === 'tables' ? body(value) : value}`]
    })
  const part = (word: string, passed: readonly string[]): string[] =>
    passed.length === 0 ? [] : [`${pad}          ${word}`, ...passed.map((row) => `${pad}            ${row}`)]
  const called = [
    `${pad}        ${names.factory.toLowerCase()}=>get( )->${names.method.toLowerCase()}(`,
    ...part('EXPORTING', rows(['importing'])),
    ...part('IMPORTING', rows(['exporting'])),
    ...part('CHANGING', rows(['changing', 'tables'])),
  ]
  called[called.length - 1] += called.length === 1 ? ' ).' : ' ).'
  const error = freeName(`${names.method}_error`, source)
  const text = [
    'TRY.',
    ...called,
    `${pad}        sy-subrc = 0.`,
    `${pad}      CATCH ${names.exception.toLowerCase()} INTO DATA(${error}).`,
    ...caught(call, plan, error).map((row) => `${pad}        ${row}`),
    `${pad}    ENDTRY.`,
  ]
  return { start: call.start, end: call.end, text: text.join('\n') }
}

/** Adds `[]`, because the name of a table with a header line means only the header line. */
const body = (value: string): string => (/^[\w/<>~-]+$/.test(value) ? `${value}[]` : value)

function caught(call: CallFact, plan: WrapperPlan, error: string): string[] {
  const named = call.exceptions.filter(({ name }) => name !== 'OTHERS')
  const others = call.exceptions.find(({ name }) => name === 'OTHERS')
  const fromReturn =
    plan.returns.length > 0
      ? ['  WHEN ``.', '    " The messages are in the parameters, as before.', '    sy-subrc = 0.']
      : []
  const rest = others ? [`    sy-subrc = ${others.value}.`] : [`    RAISE SHORTDUMP ${error}.`]
  return [
    `CASE ${error}->exception.`,
    ...named.flatMap(({ name, value }) => [`  WHEN \`${name}\`.`, `    sy-subrc = ${value}.`]),
    ...fromReturn,
    '  WHEN OTHERS.',
    ...rest,
    'ENDCASE.',
  ]
}

function freeName(wanted: string, source: string): string {
  const words = new Set(source.toUpperCase().match(/\w+/g))
  const names = openNames([...words].filter((word) => word.startsWith(wanted.toUpperCase().slice(0, 20))))
  return names.take(wanted)
}

/** Applies them from the end, so that earlier offsets stay valid. */
export function applyAll(source: string, replacements: readonly Replacement[]): string {
  return replacements
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), source)
}
