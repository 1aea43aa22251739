// Holds the vectors of many spaces in a thread of its own, answers what is nearest, and builds the graphs in between.
import { parentPort } from 'node:worker_threads'
import type { FromVectors, ToVectors } from './messages.ts'
import { type Nearest, openNearest } from './nearest.ts'

const SETTLE_MS = 10

const spaces = new Map<string, Nearest>()
let isSettling = false

const answers: { [K in ToVectors['kind']]: (message: Extract<ToVectors, { kind: K }>) => FromVectors } = {
  set({ id, space, dimension, nodes, present, vectors }) {
    const nearest = spaces.get(space) ?? openNearest(dimension)
    spaces.set(space, nearest)
    let at = 0
    nodes.forEach((node, i) => {
      nearest.set(node, present[i] ? vectors.subarray(at, at + dimension) : undefined)
      if (present[i]) at += dimension
    })
    settle()
    return { id, nodes: [] }
  },
  find: ({ id, space, query, count }) => {
    const nearest = spaces.get(space)
    return nearest ? { id, nodes: nearest.find(query, count).map(({ node }) => node) } : { id, unknown: true }
  },
  drop: ({ id, space }) => {
    spaces.delete(space)
    return { id, nodes: [] }
  },
}

/** Messages are heard between two turns. */
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

parentPort!.on('message', (message: ToVectors) =>
  parentPort!.postMessage((answers[message.kind] as (message: ToVectors) => FromVectors)(message)),
)
