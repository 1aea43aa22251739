// The calls into and out of the objects of a case, which a change would affect. Pure.
import type { Estate } from '../estate/estate.ts'
import { shortForm } from '../model/artifacts.ts'

const MAX_LISTED = 50

export function traverseCalls(estate: Estate, objects: readonly number[]) {
  const isIn = new Uint8Array(estate.objects.length)
  for (const at of objects) isIn[at] = 1
  const callers = new Map<number, Set<number>>()
  const outsideCallers = new Set<number>()
  const outsideCalled = new Set<number>()
  let inside = 0
  for (const [call, from] of estate.calls.from.entries()) {
    const to = estate.calls.to[call]!
    if (isIn[from] === 1 && isIn[to] === 1) inside++
    if (isIn[from] === 1 && isIn[to] === 0) outsideCalled.add(to)
    if (isIn[to] === 0) continue
    if (isIn[from] === 0) outsideCallers.add(from)
    const known = callers.get(to) ?? new Set<number>()
    callers.set(to, known)
    known.add(from)
  }
  const most = [...callers]
    .map(([at, all]) => ({ object: shortForm(estate.objects[at]!), callers: all.size }))
    .sort((a, b) => b.callers - a.callers || (a.object < b.object ? -1 : 1))
    .slice(0, MAX_LISTED)
  return {
    counts: {
      nodes: objects.length,
      edges: inside,
      callers_outside: outsideCallers.size,
      called_outside: outsideCalled.size,
    },
    most_called: most,
  }
}
