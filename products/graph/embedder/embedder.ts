// Turns texts into vectors that are near each other where the texts mean the same.

import type { Asking } from '@veritrace/platform/threads/pool'

export interface Embedder {
  /** Of the model. */
  name: string
  /** What its vectors are kept under: those of two kinds cannot be compared. */
  kind: string
  dimension: number
  /** Whether it can mean something to the model; all can where this is not said. */
  knows?(text: string): boolean
  /** A vector of unit length for each text, in their order. */
  embed(texts: readonly string[], asking: Asking): Promise<Float32Array[]>
  close(): Promise<void>
}

/** The embedder cannot answer now; another time it may. */
export class EmbedderError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EmbedderError'
  }
}

/** The same direction at length 1; undefined for what has no direction, or is no row of finite numbers. */
export function unitVector(numbers: ArrayLike<number>): Float32Array | undefined {
  let largest = 0
  for (let i = 0; i < numbers.length; i++) {
    // Written so that NaN does not pass.
    if (!(Math.abs(numbers[i]!) < Number.POSITIVE_INFINITY)) return undefined
    largest = Math.max(largest, Math.abs(numbers[i]!))
  }
  if (largest === 0) return undefined
  // By the largest first, so that no square is infinite or vanishes.
  let squares = 0
  for (let i = 0; i < numbers.length; i++) squares += (numbers[i]! / largest) ** 2
  const length = Math.sqrt(squares)
  return Float32Array.from(numbers, (number) => number / largest / length)
}
