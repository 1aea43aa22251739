// Explains what is wrong with a value to the person who sent it, without patterns and format names.
import { formOf } from '@veritrace/contract/formed'
import type { ErrorObject } from 'ajv'

const FORMATS: Readonly<Record<string, string>> = {
  date: 'a date such as 2026-01-31',
  'date-time': 'a date and time such as 2026-01-31T09:30:00Z',
  email: 'an email address',
  hostname: 'a domain such as trust.example.com',
  uri: 'an address such as https://example.com/page',
}

type Words = (params: ErrorObject['params']) => string | undefined

const atLeast =
  (what: string): Words =>
  ({ limit }) =>
    limit === 1 ? 'must not be empty' : `must have at least ${limit} ${what}`
const atMost =
  (what: string): Words =>
  ({ limit }) =>
    `must have at most ${limit} ${limit === 1 ? what.replace(/s$/, '') : what}`

const WORDS: Readonly<Record<string, Words>> = {
  additionalProperties: () => 'is not a known field',
  required: () => 'is required',
  enum: ({ allowedValues }) => `must be one of ${allowedValues.join(', ')}`,
  const: ({ allowedValue }) => `must be ${allowedValue}`,
  type: ({ type }) => `must be ${[type].flat().join(' or ')}`,
  pattern: ({ pattern }) => mustBe(formOf(pattern)),
  format: ({ format }) => mustBe(FORMATS[format]),
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  minLength: atLeast('characters'),
  maxLength: atMost('characters'),
  minItems: atLeast('items'),
  maxItems: atMost('items'),
  minProperties: atLeast('fields'),
  maxProperties: atMost('fields'),
  uniqueItems: () => 'must not contain duplicates',
}

const mustBe = (form: string | undefined): string | undefined => form && `must be ${form}`

export const messageOf = ({ keyword, params, message }: ErrorObject): string =>
  WORDS[keyword]?.(params) ?? message ?? 'is invalid'
