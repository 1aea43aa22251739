// Access to packs: which version a workspace uses, with its options.
import type { Target } from '@veritrace/contract/casework/shapes'
import { fail } from '@veritrace/platform/errors'
import type { Asking } from '@veritrace/platform/threads/pool'
import type { Scope } from '../model/space.ts'
import type { Loaded } from './load.ts'
import type { Pack, TargetProfile } from './pack.ts'

/** A pack as one workspace uses it. */
export interface ActivePack {
  pack: Pack
  /** Values of the pack's options, set by the workspace or default. */
  options: Readonly<Record<string, string>>
  /** Workspace options, which do not affect ratings. */
  working?: Readonly<Record<string, string>>
  /** Changes with the version and the options. */
  revision: string
}

export interface InstalledVersion {
  version: string
  digest: string
  title: string
  origin: 'built_in' | 'uploaded'
  active: boolean
  /** Absent for built-in packs. */
  created_at?: Date
}

export interface Packs {
  /** Without an ID, the default pack. 404 if the pack is not installed. */
  of(scope: Scope, packId?: string): Promise<ActivePack>
  /** The version that a case has pinned. */
  pinned(scope: Scope, ref: { id: string; version: string }): Promise<ActivePack>
  /** Every built-in pack. */
  builtIn(): readonly Pack[]
  /** Every pack that the workspace can use, with its options. */
  all(scope: Scope): Promise<ActivePack[]>
  /** Oldest first; empty if the pack is not installed. */
  versions(scope: Scope, packId: string): Promise<InstalledVersion[]>
  /** Loads an uploaded ZIP or JSON off the event loop. */
  read(body: Uint8Array, asking: Asking): Promise<Loaded>
  close(): Promise<void>
}

/** The target with that ID; default: the pack's default target. */
export function targetOf({ pack }: ActivePack, profileId = pack.defaultTarget): TargetProfile {
  return (
    pack.targets.find((target) => target.profile_id === profileId) ??
    fail('unknown_target', `${pack.title} has no target “${profileId}”.`)
  )
}

/** The options for a target, whose own values override those of the workspace. */
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

/** Values of all options: the set value if it is still valid, otherwise the default. */
export function effectiveOptions(pack: Pack, set: Readonly<Record<string, string>>): Record<string, string> {
  const values = pack.options.map(({ id, values, fallback }) => {
    const chosen = set[id]
    return [id, chosen !== undefined && values.includes(chosen) ? chosen : fallback]
  })
  return Object.fromEntries(values)
}
