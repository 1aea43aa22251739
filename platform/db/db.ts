// The database handle that everyone passes around: the pool, or a transaction opened by `transact`.
import type { Kysely } from 'kysely'

/** A store narrows it to its own tables with `db as Kysely<Tables>`, once at the top of the file. */
// biome-ignore lint/suspicious/noExplicitAny: a handle is the same whatever tables a store can see
export type Db<Tables = any> = Kysely<Tables>
