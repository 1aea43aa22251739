// JSON merge patches (RFC 7396) of what is kept as one value. Pure.

/** What a patch may say of a value: parts of an object, and null for what is to go. Lists are replaced as a whole. */
type MergePatch<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: MergePatch<T[K]> | null }
    : T

/** What was required of an object may be missing afterwards: whoever keeps it looks for that. */
type Merged<T> = string extends keyof T ? T : Partial<T>

/** RFC 7396 §2. */
export function mergePatch<T extends object>(known: T | null | undefined, patch: MergePatch<T>): Merged<T> {
  return merged(known, patch) as Merged<T>
}

function merged(known: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const before = isObject(known) ? known : {}
  const after = Object.entries(patch).map(([name, value]) => [name, merged(before[name], value)] as const)
  return Object.fromEntries(
    Object.entries({ ...before, ...Object.fromEntries(after) }).filter(([, value]) => value !== null),
  )
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
