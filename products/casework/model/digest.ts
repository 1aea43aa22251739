// A digest that is equal for equal values, whatever the order of their keys.
import { createHash } from 'node:crypto'

/** `sha256:<hex>` of the value as JSON with sorted keys. */
export const digestOf = (value: unknown): string =>
  `sha256:${createHash('sha256').update(JSON.stringify(value, sorted)).digest('hex')}`

const sorted = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
