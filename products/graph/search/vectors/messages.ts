// What is said between the process and the thread that holds the vectors; each goes under a number.

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
  /** The thread does not hold that space. */
  | { unknown: true }
