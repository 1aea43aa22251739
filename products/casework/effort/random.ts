// Reproducible randomness: each name has its own generator, so that one more item in a plan does not change the draws
// of the others. Pure.

/** Mixes a seed and a name into the four initial words of a generator. */
function initialWords(seed: number, name: string): [number, number, number, number] {
  let a = 0x9e3779b9 ^ seed
  let b = 0x243f6a88
  let c = 0xb7e15162
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at)
    a = Math.imul(a ^ code, 597399067)
    b = Math.imul(b ^ a ^ code, 2869860233)
    c = Math.imul(c ^ b ^ code, 951274213)
  }
  return [a ^ (a >>> 15), b ^ (b >>> 13), c ^ (c >>> 16), 1]
}

const WARM_UP = 12

/**
 * Fills the array with equally likely values of a table, whose length is a power of two up to 65,536.
 * The bits come from sfc32 by Chris Doty-Humphrey, two draws per word.
 */
export function fillFrom(table: Float32Array, draws: Float32Array, seed: number, name: string): void {
  let [a, b, c, counter] = initialWords(seed, name)
  const mask = table.length - 1
  for (let at = -WARM_UP; at < draws.length; at += 2) {
    const word = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + word) | 0
    if (at < 0) continue
    draws[at] = table[word & mask]!
    if (at + 1 < draws.length) draws[at + 1] = table[(word >>> 16) & mask]!
  }
}

/** The quantile of the standard normal distribution: Peter Acklam's rational approximation, accurate to 1e-9. */
export function normalQuantile(p: number): number {
  if (p > 0.5) return -normalQuantile(1 - p)
  if (p < 0.02425) {
    const q = Math.sqrt(-2 * Math.log(p))
    return polynomial(q, TAIL) / (polynomial(q, TAIL_BELOW) * q + 1)
  }
  const q = p - 0.5
  return (polynomial(q * q, MIDDLE) * q) / (polynomial(q * q, MIDDLE_BELOW) * q * q + 1)
}

const polynomial = (x: number, factors: readonly number[]): number => factors.reduce((sum, factor) => sum * x + factor)

const MIDDLE = [
  -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716, 2.506628277459239,
]
const MIDDLE_BELOW = [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572]
const TAIL = [
  -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
]
const TAIL_BELOW = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416]

/** Normal draws for `fillFrom`. */
export const NORMAL = Float32Array.from({ length: 65_536 }, (_, at) => normalQuantile((at + 0.5) / 65_536))
