// Limits that threads use as well, separate from the schemas so that threads do not have to load those.

/** Maximum number of characters of an object. */
export const LONGEST_OBJECT = 262_144
/** Further errors are counted but not listed. */
export const MOST_INGESTION_ERRORS = 100
