// The door to the packs: which one a workspace uses, with the settings it has made.
import type { Target } from '@veritrace/contract/casework/shapes'
import type { Scope } from '../model/scope.ts'
import type { Pack, TargetProfile } from './pack.ts'

/** A pack as one workspace uses it. */
export interface ActivePack {
  pack: Pack
  /** Values of the pack's options: the workspace's where it has set them. */
  options: Readonly<Record<string, string>>
  /** Changes when version or options do. */
  revision: string
}

export interface Packs {
  /** The default pack where none is named; 404 for one that is not installed. */
  of(scope: Scope, packId?: string): Promise<ActivePack>
  /** A version that a case has pinned. */
  pinned(scope: Scope, ref: { id: string; version: string }): Promise<ActivePack>
  /** Every built-in pack. */
  builtIn(): readonly Pack[]
}

export declare function targetOf(active: ActivePack, profileId?: string): TargetProfile
export declare function viewTarget(active: ActivePack, target: TargetProfile): Target
