// Checks whether robots.txt lets us fetch a page (RFC 9309 §2.2): the longest matching rule decides.

export function isAllowed(robots: string, agent: string, path: string): boolean {
  const groups = readGroups(robots)
  const own = groups.filter(({ agents }) => agents.includes(agent.toLowerCase()))
  const rules = (own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'))).flatMap((g) => g.rules)
  const fitting = rules.filter(({ pattern }) => pattern !== '' && fits(pattern, path))
  const best = fitting.toSorted((a, b) => b.pattern.length - a.pattern.length || Number(b.allow) - Number(a.allow))[0]
  return best?.allow ?? true
}

interface Group {
  agents: string[]
  rules: { allow: boolean; pattern: string }[]
}

function readGroups(robots: string): Group[] {
  const groups: Group[] = []
  for (const line of robots.slice(0, 500_000).split(/\r?\n/)) {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line) ?? []
    const field = name.toLowerCase()
    const last = groups.at(-1)
    if (field === 'user-agent') {
      if (last && last.rules.length === 0) last.agents.push(value.trim().toLowerCase())
      else groups.push({ agents: [value.trim().toLowerCase()], rules: [] })
    } else if (last && (field === 'allow' || field === 'disallow'))
      last.rules.push({ allow: field === 'allow', pattern: value.trim() })
  }
  return groups
}

function fits(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const parts = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  let at = 0
  for (const [place, part] of parts.entries()) {
    const found = place === 0 ? (path.startsWith(part) ? 0 : -1) : path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return !isWhole || at === path.length || parts.at(-1) === '' || path.endsWith(parts.at(-1)!)
}
