// The edges of the phrase tree in one block of memory: a map per node would scatter lookups over the heap.

/** Encodes a node and the next character as one number. */
export const stepOf = (node: number, sign: number): number => node * 65_536 + sign

export interface Branches {
  /** The next node, or 0 if there is none: no edge leads to the root. */
  get(step: number): number
}

/** Packs a map from steps to nodes. A step is below 2^32. */
export function packed(steps: ReadonlyMap<number, number>): Branches {
  const bits = Math.ceil(Math.log2(2 * steps.size + 2))
  const mask = 2 ** bits - 1
  // Pairs of a step and the node it leads to.
  const table = new Uint32Array(2 * (mask + 1))
  const placeOf = (step: number): number => Math.imul(step, 0x9e3779b1) >>> (32 - bits)
  for (const [step, to] of steps) {
    let place = placeOf(step)
    while (table[2 * place + 1] !== 0) place = (place + 1) & mask
    table[2 * place] = step
    table[2 * place + 1] = to
  }
  return {
    get(step) {
      for (let place = placeOf(step); ; place = (place + 1) & mask) {
        const to = table[2 * place + 1] as number
        if (to === 0 || table[2 * place] === step) return to
      }
    },
  }
}
