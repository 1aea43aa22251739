// How rankings are joined, and how many vectors a space may hold. Pure.

/** Numbers of a space: at 16 bits each, what the index of one may take of the memory. */
const MOST_NUMBERS = 2 ** 28

export const mostVectors = (dimension: number): number => Math.floor(MOST_NUMBERS / dimension)

/** Cormack, Clarke and Büttcher 2009: far enough that one first place does not outweigh two good ones. */
const RRF = 60

/**
 * Reciprocal rank fusion: who is high in several lists comes first. Places count from 1; 0 is for who is in no place.
 */
export const fuse = (places: readonly number[]): number =>
  places.reduce((score, place) => (place > 0 ? score + 1 / (RRF + place) : score), 0)

interface Scored {
  node: string
  score: number
}

/** The best first; equals by name, so that pages do not overlap. */
export const inRank = (a: Scored, b: Scored): number => b.score - a.score || (a.node < b.node ? -1 : 1)
