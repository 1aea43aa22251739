// What a member created and owns. Each product that stores such things can list, transfer and revoke them.
import type { Role } from '@veritrace/contract/endpoint'
import type { Holding } from '@veritrace/contract/members'
import type { Caller } from '../../caller.ts'
import type { Db } from '../../db/db.ts'

export interface Held {
  id: string
  label: string
  detail?: string | null
  created_at?: Date | null
  expires_at?: Date | null
  last_used_at?: Date | null
  /** The new owner needs at least this role. */
  least_role?: Role | null
}

/** The newest AT_ONCE items, and the total. */
export interface HeldPage {
  total: number
  items: Held[]
}
export const AT_ONCE = 100

/** Who leaves, when, and who is asking. */
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
  /** What happens to items that are not transferred. */
  onRemoval: 'ends' | 'stays'
  list(db: Db, who: Leaver): Promise<HeldPage>
  /** Transfers the given ids that belong to them, or all; returns how many. Absent if they cannot be transferred. */
  handOver?(tx: Db, who: Leaver, to: Successor, ids: readonly string[] | undefined): Promise<number>
  /** Revokes the rest; returns how many. Absent if they stay. */
  end?(tx: Db, who: Leaver): Promise<number>
}

export const viewHeld = ({ created_at, expires_at, last_used_at, ...held }: Held): Holding => ({
  ...{ id: held.id, label: held.label, detail: held.detail ?? null, least_role: held.least_role ?? null },
  created_at: created_at?.toISOString() ?? null,
  expires_at: expires_at?.toISOString() ?? null,
  last_used_at: last_used_at?.toISOString() ?? null,
})
