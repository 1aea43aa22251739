// Typed access to values of parsed JSON.

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The trimmed string; empty for any other value. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
