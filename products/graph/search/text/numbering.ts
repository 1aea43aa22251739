// Assigns small numbers to repeated strings.

export interface Numbering {
  names: string[]
  of(name: string): number
  find(name: string): number | undefined
}

export function numbering(): Numbering {
  const numbers = new Map<string, number>()
  const names: string[] = []
  return {
    names,
    find: (name) => numbers.get(name),
    of(name) {
      const known = numbers.get(name)
      if (known !== undefined) return known
      numbers.set(name, names.length)
      return names.push(name) - 1
    },
  }
}
