// Validates bodies strictly; queries and path parameters arrive as text and are converted to their types.
import type { ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { AppError } from '../errors.ts'
import { exact, faultsIn, fromText } from '../json-schema.ts'

export const compileSchema: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const isBody = httpPart === 'body'
  // Compiled lazily: servers start sooner, and most tests call few of many operations.
  let check: ValidateFunction | undefined
  return (value: unknown) => {
    check ??= (isBody ? exact : fromText).compile(schema)
    if (check(value)) return { value }
    const errors = faultsIn(check).slice(0, 50)
    return { error: new AppError(isBody ? 'invalid_body' : 'invalid_query', sentence(errors), { errors }) }
  }
}

/** For optional bodies: a body that is sent is validated, with the defaults of its schema. */
export const compileOptional: FastifySchemaCompiler<TSchema> = (route) => {
  const check = compileSchema(route)
  return route.httpPart === 'body' ? (value) => (value === null ? { value } : check(value)) : check
}

/** Whether the contract leaves values open; the handler then checks their texts by field. */
export const isOpen = (schema: unknown): boolean =>
  typeof schema === 'object' &&
  schema !== null &&
  (('additionalProperties' in schema && schema.additionalProperties === true) ||
    (!Array.isArray(schema) && Object.keys(schema).length === 0) ||
    Object.values(schema).some(isOpen))

const sentence = (errors: { path: string; message: string }[]): string =>
  errors.length === 1
    ? `${errors[0]!.path || 'The body'} ${errors[0]!.message}.`
    : `${errors.length} values are invalid.`
