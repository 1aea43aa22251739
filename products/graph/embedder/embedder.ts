// Converts texts to vectors, so that texts of similar meaning have similar vectors.

import type { Asking } from '@veritrace/platform/threads/pool'

export interface Embedder {
  /** The name of the model. */
  name: string
  /** The key of its vectors in the database. Vectors of different kinds cannot be compared. */
  kind: string
  dimension: number
  /** Whether the text can have a meaning for the model. If absent, any text can. */
  knows?(text: string): boolean
  /** A unit vector for each text, in order. */
  embed(texts: readonly string[], asking: Asking): Promise<Float32Array[]>
  close(): Promise<void>
}

/** The embedder is temporarily unavailable. */
export class EmbedderError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EmbedderError'
  }
}

/** Scales to length 1. Undefined for a zero vector, or if a number is not finite. */
export function unitVector(numbers: ArrayLike<number>): Float32Array | undefined {
  let largest = 0
  for (let i = 0; i < numbers.length; i++) {
    // The negation also excludes NaN.
    if (!(Math.abs(numbers[i]!) < Number.POSITIVE_INFINITY)) return undefined
    largest = Math.max(largest, Math.abs(numbers[i]!))
  }
  if (largest === 0) return undefined
  // Divides by the largest first, so that squares neither overflow nor underflow.
  let squares = 0
  for (let i = 0; i < numbers.length; i++) squares += (numbers[i]! / largest) ** 2
  const length = Math.sqrt(squares)
  return Float32Array.from(numbers, (number) => number / largest / length)
}
