// JSON merge patches (RFC 7396) for values that are stored as a whole. Pure.

/** A patch for a value: parts of an object, with null for removed fields. Lists are replaced as a whole. */
type MergePatch<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: MergePatch<T[K]> | null }
    : T

/** Required fields may be missing afterward, so the caller must validate the result. */
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
