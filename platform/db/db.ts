// The handle everyone passes around: the pool, or a transaction opened by `transact`.
import type { Kysely } from 'kysely'

/** A store narrows it to the tables it knows: `db as Kysely<Tables>` stands once, at the top of that store. */
// biome-ignore lint/suspicious/noExplicitAny: a handle is the same whatever tables a store can see
export type Db<Tables = any> = Kysely<Tables>
