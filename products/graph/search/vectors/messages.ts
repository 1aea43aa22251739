// The messages between the process and the vector thread. Each has a number.

export type ToVectors =
  | {
      kind: 'set'
      space: string
      dimension: number
      nodes: string[]
      present: boolean[]
      vectors: Float32Array
    }
  | { kind: 'find'; space: string; query: Float32Array; count: number }
  | { kind: 'drop'; space: string }

export type FromVectors =
  | { nodes: string[] }
  /** The thread does not have that space. */
  | { unknown: true }
