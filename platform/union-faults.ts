// Summarizes the faults of a value with several allowed forms, instead of repeating them for every form.
import type { ErrorObject } from 'ajv'

/**
 * Replaces the faults of each union by the most helpful ones. The validator reports the forms first, then their union.
 */
export function summarizeUnions(errors: readonly ErrorObject[]): ErrorObject[] {
  const told: ErrorObject[] = []
  for (const error of errors) {
    if (error.keyword !== 'anyOf' && error.keyword !== 'oneOf') {
      told.push(error)
      continue
    }
    const begin = told.findIndex((other) => isWithin(other, error))
    const inside = begin < 0 ? [] : told.splice(begin).filter((other) => isWithin(other, error))
    told.push(...inOne(error, inside))
  }
  return told
}

const isWithin = (inner: ErrorObject, union: ErrorObject): boolean =>
  inner.schemaPath.startsWith(`${union.schemaPath}/`) && inner.instancePath.startsWith(union.instancePath)

function inOne(union: ErrorObject, inside: readonly ErrorObject[]): ErrorObject[] {
  const forms = Map.groupBy(inside, (error) => error.schemaPath.slice(union.schemaPath.length + 1).split('/')[0]!)
  // If an array was sent where text or a list is allowed, only the faults of the list are helpful.
  const near = [...forms.values()].filter((faults) => !faults.some((fault) => isOfOtherKind(fault, union)))
  if (near.length === 1) return near[0]!
  const message = near.length === 0 ? oneOfKinds(inside) : undefined
  return [{ ...union, message: message ?? 'matches none of the allowed forms' }]
}

const KINDS = ['type', 'const', 'enum']
const isOfOtherKind = (fault: ErrorObject, union: ErrorObject): boolean =>
  KINDS.includes(fault.keyword) && fault.instancePath === union.instancePath

function oneOfKinds(faults: readonly ErrorObject[]): string | undefined {
  const types = faults
    .filter(({ keyword }) => keyword === 'type')
    .map(({ params }) => [params.type].flat().join(' or '))
  const values = faults.flatMap(({ keyword, params }) =>
    keyword === 'const' ? [params.allowedValue] : keyword === 'enum' ? (params.allowedValues as unknown[]) : [],
  )
  const all = [...new Set([...values.map(String), ...types])]
  if (all.length === 0) return undefined
  return values.length > 0 ? `must be one of ${all.join(', ')}` : `must be ${all.join(' or ')}`
}
