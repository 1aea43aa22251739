/** Lists count up to this many items, because counting more would make every page as slow as the whole list. */
export const MOST_COUNTED = 1_000
