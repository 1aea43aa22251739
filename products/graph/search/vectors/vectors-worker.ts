// A thread that stores the vectors of many spaces, answers searches, and builds the graphs in between.
import { parentPort } from 'node:worker_threads'
import type { FromVectors, ToVectors } from './messages.ts'
import { type Nearest, openNearest } from './nearest.ts'

const SETTLE_MS = 10

const spaces = new Map<string, Nearest>()
let isSettling = false

const answers: { [K in ToVectors['kind']]: (message: Extract<ToVectors, { kind: K }>) => FromVectors } = {
  set({ space, dimension, nodes, present, vectors }) {
    const nearest = spaces.get(space) ?? openNearest(dimension)
    spaces.set(space, nearest)
    let at = 0
    nodes.forEach((node, i) => {
      nearest.set(node, present[i] ? vectors.subarray(at, at + dimension) : undefined)
      if (present[i]) at += dimension
    })
    settle()
    return { nodes: [] }
  },
  find: ({ space, query, count }) => {
    const nearest = spaces.get(space)
    return nearest ? { nodes: nearest.find(query, count).map(({ node }) => node) } : { unknown: true }
  },
  drop: ({ space }) => {
    spaces.delete(space)
    return { nodes: [] }
  },
}

/** Works in short steps, so that messages are handled in between. */
function settle(): void {
  if (isSettling) return
  isSettling = true
  setImmediate(() => {
    isSettling = false
    let more = false
    for (const nearest of spaces.values()) more = nearest.settle(SETTLE_MS) || more
    if (more) settle()
  })
}

parentPort!.on('message', ({ id, ...message }: ToVectors & { id: number }) => {
  const answer = (answers[message.kind] as (message: ToVectors) => FromVectors)(message as ToVectors)
  parentPort!.postMessage({ ...answer, id })
})
