// Reads what an earlier classification or pipeline found.
import type { Classification } from '@veritrace/contract/casework/studio-shapes'
import { fail } from '@veritrace/platform/errors'
import type { Casework } from '../../deps.ts'
import type { Scope } from '../../model/space.ts'
import type { TargetProfile } from '../../packs/pack.ts'
import { type ActivePack, targetOf } from '../../packs/packs.ts'
import type { Found } from '../classify/found.ts'
import { getGeneration } from '../generations/get-generation.ts'
import type { GenerationRow } from '../tables.ts'
import { sentObject } from './sent-object.ts'

export interface Classified {
  active: ActivePack
  target: TargetProfile
  found: Pick<Found, 'objects' | 'coverage'>
  summary: string
}

/** Uses the target of the classification unless the caller names another one. */
export async function readClassified(
  deps: Pick<Casework, 'db' | 'clock' | 'packs'>,
  scope: Scope,
  id: string,
  asked: { pack?: string; target?: string },
): Promise<Classified> {
  const row = await getGeneration(deps, scope, id)
  const output = classificationOf(row)
  if (!output) fail('unacceptable', `The generation “${id}” contains no classification.`)
  const active = await deps.packs.of(scope, asked.pack ?? row.pack.id)
  const target = targetOf(active, asked.target ?? row.target.profile_id)
  const { objects, coverage } = output
  return { active, target, found: { objects: objects.map(sentObject), coverage }, summary: row.title }
}

/** Checks the shape, because clients can save any output. */
export function classificationOf({ kind, output }: GenerationRow): Classification | undefined {
  const found = kind === 'pipeline' ? output.classification : kind === 'classification' ? output : undefined
  const { objects, coverage } = (found ?? {}) as Partial<Classification>
  return Array.isArray(objects) && objects.every(isObject) && coverage ? (found as Classification) : undefined
}

const isObject = ({ references, technology }: Partial<Classification['objects'][number]>): boolean =>
  Array.isArray(references) && Array.isArray(technology)
