// Bodies are taken as they are; queries and path parameters arrive as text and are read as what they should be.
import type { ErrorObject, ValidateFunction } from 'ajv'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { AppError } from '../errors.ts'

const options = { allErrors: true, strict: false, useDefaults: true, removeAdditional: false } as const
const exact = new Ajv(options)
const fromText = new Ajv({ ...options, coerceTypes: true })
const addFormats = formats as unknown as (ajv: Ajv) => void
for (const ajv of [exact, fromText]) {
  addFormats(ajv)
  const rfc3339 = ajv.formats['date-time'] as { validate(text: string): boolean }
  // RFC 3339 has leap seconds and the format lets short offsets pass; a Date knows neither.
  ajv.addFormat('date-time', (text: string) => rfc3339.validate(text) && !Number.isNaN(Date.parse(text)))
}

export const compileSchema: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const isBody = httpPart === 'body'
  // Compiled when it is first needed: a server starts sooner, and most tests call a few operations of many.
  let check: ValidateFunction | undefined
  return (value: unknown) => {
    check ??= (isBody ? exact : fromText).compile(schema)
    if (check(value)) return { value }
    const errors = (check.errors ?? [])
      .slice(0, 50)
      .map((error) => ({ path: pathOf(error), message: messageOf(error) }))
    return { error: new AppError(isBody ? 'invalid_body' : 'invalid_query', sentence(errors), { errors }) }
  }
}

const sentence = (errors: { path: string; message: string }[]): string =>
  errors.length === 1
    ? `${errors[0]!.path || 'The body'} ${errors[0]!.message}.`
    : `${errors.length} values do not fit.`

function pathOf(error: ErrorObject): string {
  const at = error.instancePath.slice(1).replaceAll('/', '.')
  const name = error.params.additionalProperty ?? error.params.missingProperty
  return name ? [at, name].filter(Boolean).join('.') : at
}

function messageOf(error: ErrorObject): string {
  if (error.keyword === 'additionalProperties') return 'is not a known field'
  if (error.keyword === 'required') return 'is required'
  if (error.keyword === 'enum') return `must be one of ${(error.params.allowedValues as unknown[]).join(', ')}`
  if (error.keyword === 'const') return `must be ${error.params.allowedValue}`
  return error.message ?? 'does not fit'
}
