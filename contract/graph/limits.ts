// Limits that threads keep to as well; they should not have to load the schemas for them.

/** Characters of an object. */
export const LONGEST_OBJECT = 262_144
/** More than these are counted and not told. */
export const MOST_INGESTION_ERRORS = 100
