/** Lists count up to this many items: counting more would make every page cost the whole list. */
export const MOST_COUNTED = 1_000
