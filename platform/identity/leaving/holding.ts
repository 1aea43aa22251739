// What a member made and holds. Each room that keeps such things says what they are, hands them over, and ends them.
import type { Role } from '@veritrace/contract/endpoint'
import type { Holding } from '@veritrace/contract/members'
import type { Db } from '../../db/db.ts'
import type { Caller } from '../caller.ts'

export interface Held {
  id: string
  label: string
  detail?: string | null
  created_at?: Date | null
  expires_at?: Date | null
  last_used_at?: Date | null
  /** Whoever takes it over needs at least this role. */
  least_role?: Role | null
}

/** The newest, AT_ONCE at most, and how many there are. */
export interface HeldPage {
  total: number
  items: Held[]
}
export const AT_ONCE = 100

/** Whose things it is about, when, and who asks or removes them. */
export interface Leaver {
  tenant: string
  person: string
  now: Date
  caller: Caller
}

export interface Successor {
  id: string
  label: string
  role: Role
}

export interface Holder {
  kind: string
  /** As a heading, such as `API keys`. */
  title: string
  /** What happens to those that nobody takes over. */
  onRemoval: 'ends' | 'stays'
  list(db: Db, who: Leaver): Promise<HeldPage>
  /** Gives those of the ids that are theirs, or all, to the successor; how many. Absent when nobody can take them over. */
  handOver?(tx: Db, who: Leaver, to: Successor, ids: readonly string[] | undefined): Promise<number>
  /** Ends what is left; how many. Absent when it stays. */
  end?(tx: Db, who: Leaver): Promise<number>
}

export const viewHeld = ({ created_at, expires_at, last_used_at, ...held }: Held): Holding => ({
  ...{ id: held.id, label: held.label, detail: held.detail ?? null, least_role: held.least_role ?? null },
  created_at: created_at?.toISOString() ?? null,
  expires_at: expires_at?.toISOString() ?? null,
  last_used_at: last_used_at?.toISOString() ?? null,
})
