// Which node follows which in a tree of phrases, in one stretch of memory: a map for each node would be read from all over it.

/** One number for a node and the character that leads on from it. */
export const stepOf = (node: number, sign: number): number => node * 65_536 + sign

export interface Branches {
  /** 0 if nothing follows: the root follows none. */
  get(step: number): number
}

/** From steps to nodes; a step is below 2^32. */
export function packed(steps: ReadonlyMap<number, number>): Branches {
  const bits = Math.ceil(Math.log2(2 * steps.size + 2))
  const mask = 2 ** bits - 1
  // A step, and beside it where it leads to.
  const cells = new Uint32Array(2 * (mask + 1))
  const placeOf = (step: number): number => Math.imul(step, 0x9e3779b1) >>> (32 - bits)
  for (const [step, to] of steps) {
    let place = placeOf(step)
    while (cells[2 * place + 1] !== 0) place = (place + 1) & mask
    cells[2 * place] = step
    cells[2 * place + 1] = to
  }
  return {
    get(step) {
      for (let place = placeOf(step); ; place = (place + 1) & mask) {
        const to = cells[2 * place + 1] as number
        if (to === 0 || cells[2 * place] === step) return to
      }
    },
  }
}
