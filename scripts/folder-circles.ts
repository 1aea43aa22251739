// Finds circles between the folders of a room, imports of types included: every arrow between two slices must go one way.

export interface Module {
  source: string
  dependencies: readonly { resolved: string }[]
}

const ROOM = /^(platform|products\/[^/]+)\/([^/]+)\//
/** Tests and what they share may use any slice. */
const TEST = /[.]test[.]tsx?$|(?:^|[/-])testing(?:[./-]|$)/

/** One line per circle: its folders, and an import for each arrow between them. */
export function folderCircles(modules: readonly Module[]): string[] {
  const arrows = new Map<string, Map<string, string>>()
  for (const { source, dependencies } of modules) {
    const from = folderOf(source)
    if (!from) continue
    for (const { resolved } of dependencies) {
      const to = folderOf(resolved)
      if (!to || to === from || roomOf(to) !== roomOf(from)) continue
      const known = arrows.get(from) ?? new Map<string, string>()
      if (!known.has(to)) arrows.set(from, known.set(to, `${source} → ${resolved}`))
    }
  }
  return circlesIn(arrows).map((circle) => {
    const inside = circle.flatMap((from) => circle.flatMap((to) => arrows.get(from)?.get(to) ?? []))
    return `a circle of folders: ${circle.join(', ')}\n${inside.map((line) => `  ${line}`).join('\n')}`
  })
}

const folderOf = (path: string): string | undefined => (TEST.test(path) ? undefined : ROOM.exec(path)?.[0].slice(0, -1))
const roomOf = (folder: string): string => folder.slice(0, folder.lastIndexOf('/'))

/** Folders that can reach each other. */
function circlesIn(arrows: ReadonlyMap<string, ReadonlyMap<string, string>>): string[][] {
  const reached = new Map([...arrows.keys()].map((folder) => [folder, reachableFrom(arrows, folder)]))
  const seen = new Set<string>()
  const circles: string[][] = []
  for (const [folder, others] of reached) {
    if (seen.has(folder) || !others.has(folder)) continue
    const circle = [...others].filter((other) => reached.get(other)?.has(folder)).toSorted()
    for (const one of circle) seen.add(one)
    circles.push(circle)
  }
  return circles
}

function reachableFrom(arrows: ReadonlyMap<string, ReadonlyMap<string, string>>, start: string): Set<string> {
  const found = new Set<string>()
  const open = [start]
  for (let folder = open.pop(); folder !== undefined; folder = open.pop())
    for (const next of arrows.get(folder)?.keys() ?? []) {
      if (found.has(next)) continue
      found.add(next)
      open.push(next)
    }
  return found
}
