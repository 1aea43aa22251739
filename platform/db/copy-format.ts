// Constants of PostgreSQL's binary COPY format.

/** Before the first row: the signature, no flags and no header extension. */
export const COPY_HEAD = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
/** After the last row. */
export const COPY_END = Buffer.of(0xff, 0xff)
/** Before the text of a `jsonb`. */
export const JSONB_VERSION = 1
/** PostgreSQL counts from the year 2000. */
export const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1)
