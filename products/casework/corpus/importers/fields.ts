// Reading what ought to be objects and texts out of parsed JSON.

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The text without space around it; empty for anything else. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
