// Compares two sets of statements, ignoring the names of their blank nodes.

export type Statement = readonly string[]

export function isIsomorphic(one: readonly Statement[], other: readonly Statement[]): boolean {
  const left = unique(one)
  const right = unique(other)
  return left.length === right.length && match(left, right, new Map(), new Map())
}

const unique = (statements: readonly Statement[]): Statement[] => [
  ...new Map(statements.map((statement) => [statement.join(' '), statement])).values(),
]
const isBlank = (term: string): boolean => term.startsWith('_:')

/** Colors blank nodes by their neighborhood. If colors are ambiguous, tries every pair. */
function match(left: Statement[], right: Statement[], a: Map<string, string>, b: Map<string, string>): boolean {
  const colors = [color(left, a), color(right, b)] as const
  const [classes, others] = [group(colors[0]), group(colors[1])]
  if (classes.size !== others.size) return false
  for (const [name, members] of classes) if (others.get(name)?.length !== members.length) return false
  const open = [...classes].find(([, members]) => members.length > 1)
  if (!open) return same(left, right, colors)
  const [name, [chosen]] = [open[0], open[1]]
  return others.get(name)!.some((candidate) => {
    const mark = `chosen ${a.size}`
    return match(left, right, new Map(a).set(chosen!, mark), new Map(b).set(candidate, mark))
  })
}

function color(statements: Statement[], fixed: ReadonlyMap<string, string>): Map<string, string> {
  let colors = new Map<string, string>()
  for (const term of statements.flat()) if (isBlank(term)) colors.set(term, fixed.get(term) ?? '')
  for (let kinds = -1; new Set(colors.values()).size !== kinds; ) {
    kinds = new Set(colors.values()).size
    const seen = new Map([...colors.keys()].map((term): [string, string[]] => [term, []]))
    for (const statement of statements)
      for (const [place, term] of statement.entries())
        seen
          .get(term)
          ?.push(
            `${place}:${statement.map((other) => (other === term ? '*' : (colors.get(other) ?? other))).join(' ')}`,
          )
    colors = new Map([...seen].map(([term, around]) => [term, digest([colors.get(term)!, ...around.sort()].join('|'))]))
  }
  return colors
}

/** Hashes colors, which would otherwise double in length with every round. */
function digest(text: string): string {
  let [a, b] = [0x811c9dc5, 0x1b873593]
  for (let index = 0; index < text.length; index++) {
    a = Math.imul(a ^ text.charCodeAt(index), 0x01000193)
    b = Math.imul(b + text.charCodeAt(index), 0x85ebca6b) ^ (b >>> 13)
  }
  return `_${a >>> 0}.${b >>> 0}`
}

const group = (colors: Map<string, string>): Map<string, string[]> => {
  const groups = new Map<string, string[]>()
  for (const [term, name] of colors) groups.set(name, [...(groups.get(name) ?? []), term])
  return groups
}

function same(
  left: Statement[],
  right: Statement[],
  [a, b]: readonly [Map<string, string>, Map<string, string>],
): boolean {
  const named = (statements: Statement[], colors: Map<string, string>) =>
    new Set(statements.map((statement) => statement.map((term) => colors.get(term) ?? term).join(' ')))
  return named(left, a).symmetricDifference(named(right, b)).size === 0
}
