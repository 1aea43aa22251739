// What is said between the process and the thread that holds the vectors.

export type ToVectors =
  | {
      id: number
      kind: 'set'
      space: string
      dimension: number
      nodes: string[]
      present: boolean[]
      vectors: Float32Array
    }
  | { id: number; kind: 'find'; space: string; query: Float32Array; count: number }
  | { id: number; kind: 'drop'; space: string }

export type FromVectors =
  | { id: number; nodes: string[] }
  /** The thread does not hold that space. */
  | { id: number; unknown: true }
