// Looks up artifacts that the caller lists by name.

import { fail } from '@veritrace/platform/errors'
import type { Named } from '../../model/artifacts.ts'
import { counted } from '../../model/counted.ts'
import type { Scope } from '../../model/space.ts'
import type { ActivePack } from '../../packs/packs.ts'
import { resolveMany } from '../../resolve/resolve-many.ts'
import type { Studio } from '../deps.ts'
import { type Found, fullCoverage } from './found.ts'

const MOST_NAMED = 10

export async function readNames(
  deps: Studio,
  scope: Scope,
  { pack }: ActivePack,
  names: readonly string[],
): Promise<Found> {
  const { items } = await resolveMany(deps, scope, { items: names.map((q) => ({ q })), pack: pack.ref.id })
  const found = new Map<string, Named>()
  const lost: string[] = []
  items.forEach(({ subject }, place) => {
    if (subject) found.set(subject.iri, { type: subject.type, name: subject.name })
    else lost.push(names[place]!)
  })
  if (found.size === 0) fail('unparseable', 'None of the names is in a list or has a known type.')
  const shown = lost.slice(0, MOST_NAMED).join(', ')
  return {
    language: 'list',
    objects: [...found.values()].map((named) => ({
      ...named,
      isListed: true,
      references: [],
      technologies: [],
      isComplete: true,
    })),
    coverage: fullCoverage(names.length),
    warnings: lost.length > 0 ? [`${counted(lost.length, 'name was', 'names were')} not recognized: ${shown}.`] : [],
  }
}
