// Checks the values for a template, and reports all faults at once. Pure.
import { ownValue } from '@veritrace/platform/names'
import { compilePattern, subjectOf } from '../../model/patterns.ts'
import type { Param, Template } from './templates.ts'

export type Values = Record<string, string | number | boolean>
interface Fault {
  path: string
  message: string
}

/** Control characters are not allowed, except line breaks and tabs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for them.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

export function readParams(
  { params }: Pick<Template, 'params'>,
  given: Readonly<Record<string, unknown>>,
): { values: Values; faults: Fault[]; missing: string[] } {
  const faults: Fault[] = []
  const missing: string[] = []
  const values: Values = {}
  for (const name of Object.keys(given))
    if (!Object.hasOwn(params.properties, name))
      faults.push({ path: `/params/${name}`, message: 'is not a known field' })
  for (const [name, param] of Object.entries(params.properties)) {
    const value = ownValue(given, name) ?? param.default
    if (value === undefined || value === '') {
      if (!params.required.includes(name)) continue
      missing.push(name)
      faults.push({ path: `/params/${name}`, message: `is missing: ${param.title}` })
      continue
    }
    const wrong = faultOf(param, value)
    if (wrong) faults.push({ path: `/params/${name}`, message: wrong })
    else values[name] = value as Values[string]
  }
  return { values, faults, missing }
}

/** What is wrong with a value. Undefined if nothing is. */
export function faultOf(param: Param, value: unknown): string | undefined {
  if (param.type === 'integer') {
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) return 'must be a whole number'
    if (param.minimum !== undefined && value < param.minimum) return `must be at least ${param.minimum}`
    if (param.maximum !== undefined && value > param.maximum) return `must be at most ${param.maximum}`
    return undefined
  }
  if (param.type === 'boolean') return typeof value === 'boolean' ? undefined : 'must be true or false'
  if (typeof value !== 'string' || CONTROL.test(value)) return 'must be text without control characters'
  if (value.length < (param.minLength ?? 0)) return `must have at least ${param.minLength} characters`
  if (value.length > (param.maxLength ?? 400)) return `must have at most ${param.maxLength ?? 400} characters`
  if (param.enum && !param.enum.includes(value)) return `must be one of ${param.enum.join(', ')}`
  if (param.pattern !== undefined && !fits(param.pattern, value)) return `must match ${param.pattern}`
  return undefined
}

/** The patterns come from packs, so the limits for such patterns apply. */
function fits(pattern: string, value: string): boolean {
  const subject = subjectOf(value)
  return subject === value && compilePattern(pattern).test(subject)
}
