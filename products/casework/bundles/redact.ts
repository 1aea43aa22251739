// Replaces the people in a bundle with numbers. Pure.

/** A person is anything with a kind, an id and a name. The same person gets the same number everywhere. */
export function redactPeople<T>(value: T): T {
  const numbers = new Map<string, string>()
  const numberOf = (id: string): string => {
    const known = numbers.get(id) ?? `Person ${numbers.size + 1}`
    numbers.set(id, known)
    return known
  }
  const names = new Map<string, string>()
  const walk = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(walk)
    if (typeof one !== 'object' || one === null) return one
    if (isPerson(one)) {
      const number = numberOf(one.id)
      if (one.name) names.set(one.name, number)
      return { ...one, id: number, name: number }
    }
    return Object.fromEntries(Object.entries(one).map(([key, member]) => [key, walk(member)]))
  }
  return withoutNames(walk(value), names) as T
}

function isPerson(value: object): value is { kind: string; id: string; name: string } {
  const { kind, id, name } = value as Record<string, unknown>
  return (kind === 'user' || kind === 'agent') && typeof id === 'string' && typeof name === 'string'
}

/** Replaces names in text too, such as in the title of a decision. */
function withoutNames(value: unknown, names: ReadonlyMap<string, string>): unknown {
  // Match whole words only, longest name first: “Ann Lee” must not match as “Ann”, nor “annual” contain “Ann”.
  const known = [...names.keys()].toSorted((one, other) => other.length - one.length).map((name) => RegExp.escape(name))
  const named = new RegExp(`(?<![\\p{L}\\p{N}])(?:${known.join('|')})(?![\\p{L}\\p{N}])`, 'gu')
  const clean = (text: string): string =>
    known.length === 0 ? text : text.replace(named, (name) => names.get(name) ?? name)
  const walk = (one: unknown): unknown => {
    if (typeof one === 'string') return clean(one)
    if (Array.isArray(one)) return one.map(walk)
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([key, member]) => [key, walk(member)]))
  }
  return walk(value)
}
