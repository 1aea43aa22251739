// Combines rankings, and limits the size of vector spaces. Pure functions.

/** Numbers in a space: limits the memory of its index, at 16 bits each. */
const MOST_NUMBERS = 2 ** 28

export const mostVectors = (dimension: number): number => Math.floor(MOST_NUMBERS / dimension)

/** From Cormack, Clarke and Büttcher (2009). Large enough that one first rank does not outweigh two good ones. */
const RRF = 60

/**
 * Reciprocal rank fusion: nodes that rank high in several lists come first. Places start at 1; 0 means not in the list.
 */
export const fuse = (places: readonly number[]): number =>
  places.reduce((score, place) => (place > 0 ? score + 1 / (RRF + place) : score), 0)

interface Scored {
  node: string
  score: number
}

/** Best first; ties by name, so that pages do not overlap. */
export const inRank = (a: Scored, b: Scored): number => b.score - a.score || (a.node < b.node ? -1 : 1)
