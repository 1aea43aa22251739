// The door to the packs: which one a workspace uses, with the settings it has made.
import type { Target } from '@veritrace/contract/casework/shapes'
import { fail } from '@veritrace/platform/errors'
import type { Asking } from '@veritrace/platform/threads/pool'
import type { Scope } from '../model/space.ts'
import type { Loaded } from './load.ts'
import type { Pack, TargetProfile } from './pack.ts'

/** A pack as one workspace uses it. */
export interface ActivePack {
  pack: Pack
  /** Values of the pack's options: the workspace's where it has set them. */
  options: Readonly<Record<string, string>>
  /** How the workspace works with it; rates nothing. */
  working?: Readonly<Record<string, string>>
  /** Changes when version or options do. */
  revision: string
}

export interface InstalledVersion {
  version: string
  digest: string
  title: string
  origin: 'built_in' | 'uploaded'
  active: boolean
  /** Absent for what comes with the product. */
  created_at?: Date
}

export interface Packs {
  /** The default pack where none is named; 404 for one that is not installed. */
  of(scope: Scope, packId?: string): Promise<ActivePack>
  /** A version that a case has pinned. */
  pinned(scope: Scope, ref: { id: string; version: string }): Promise<ActivePack>
  /** Every built-in pack. */
  builtIn(): readonly Pack[]
  /** Every pack that the workspace may use, as it uses it. */
  all(scope: Scope): Promise<ActivePack[]>
  /** Oldest first; empty for a pack that is not installed. */
  versions(scope: Scope, packId: string): Promise<InstalledVersion[]>
  /** Reads what somebody sent, a zip or JSON, off the event loop. */
  read(body: Uint8Array, asking: Asking): Promise<Loaded>
  close(): Promise<void>
}

/** The target of that id, the pack's own where none is named. */
export function targetOf({ pack }: ActivePack, profileId = pack.defaultTarget): TargetProfile {
  return (
    pack.targets.find((target) => target.profile_id === profileId) ??
    fail('unknown_target', `${pack.title} has no target “${profileId}”.`)
  )
}

/** The options that count for a target: its own overrides come before what the workspace has set. */
export const optionsFor = ({ options }: ActivePack, target: TargetProfile): Record<string, string> => ({
  ...options,
  ...target.options,
})

export function viewTarget(active: ActivePack, target: TargetProfile): Target {
  const { deprecated_level, uncatalogued } = optionsFor(active, target)
  return {
    profile_id: target.profile_id,
    label: target.label,
    policy: {
      acceptable: [...target.acceptable],
      ...(deprecated_level && { deprecated_level }),
      ...(uncatalogued && { uncatalogued }),
    },
  }
}

/** Values of all options: those that were set, where the pack still knows them, and its own for the others. */
export function effectiveOptions(pack: Pack, set: Readonly<Record<string, string>>): Record<string, string> {
  const values = pack.options.map(({ id, values, fallback }) => {
    const chosen = set[id]
    return [id, chosen !== undefined && values.includes(chosen) ? chosen : fallback]
  })
  return Object.fromEntries(values)
}
