// Bodies are taken as they are; queries and path parameters arrive as text and are read as what they should be.
import type { ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { AppError } from '../errors.ts'
import { exact, faultsIn, fromText } from '../json-schema.ts'

export const compileSchema: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const isBody = httpPart === 'body'
  // Compiled when it is first needed: a server starts sooner, and most tests call a few operations of many.
  let check: ValidateFunction | undefined
  return (value: unknown) => {
    check ??= (isBody ? exact : fromText).compile(schema)
    if (check(value)) return { value }
    const errors = faultsIn(check).slice(0, 50)
    return { error: new AppError(isBody ? 'invalid_body' : 'invalid_query', sentence(errors), { errors }) }
  }
}

/** Where the body may be left out: one that is sent is read like any other, with the defaults of its schema. */
export const compileOptional: FastifySchemaCompiler<TSchema> = (route) => {
  const check = compileSchema(route)
  return route.httpPart === 'body' ? (value) => (value === null ? { value } : check(value)) : check
}

/** Where the contract leaves open what a value is, the handler says by field which text is none. */
export const isOpen = (schema: unknown): boolean =>
  typeof schema === 'object' &&
  schema !== null &&
  (('additionalProperties' in schema && schema.additionalProperties === true) ||
    (!Array.isArray(schema) && Object.keys(schema).length === 0) ||
    Object.values(schema).some(isOpen))

const sentence = (errors: { path: string; message: string }[]): string =>
  errors.length === 1
    ? `${errors[0]!.path || 'The body'} ${errors[0]!.message}.`
    : `${errors.length} values do not fit.`
