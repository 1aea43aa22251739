// Reads the objects of an uploaded file, with everything that its project knows about them.

import { fail, notFound } from '@veritrace/platform/errors'
import { ACCESSES } from '../../estate/estate.ts'
import { estateOf } from '../../estate/estate-of.ts'
import { findEvidence } from '../../evidence/store.ts'
import { shortForm } from '../../model/artifacts.ts'
import { counted } from '../../model/counted.ts'
import type { Scope } from '../../model/space.ts'
import { byObject } from '../../readiness/use-order.ts'
import type { Studio } from '../deps.ts'
import { listObjectsOf } from './evidence-store.ts'
import { type Found, type FoundReference, fullCoverage } from './found.ts'
import { isPicked } from './object-source.ts'

const MOST_OBJECTS = 1_000

/** Reads only the picked objects if there are any. */
export async function readEvidence(deps: Studio, scope: Scope, id: string, picked?: readonly string[]): Promise<Found> {
  const row = (await findEvidence(deps.db, scope, id)) ?? notFound('evidence', id)
  const wanted = new Set(
    (await listObjectsOf(deps.db, scope, row.project_id, id)).filter((one) => isPicked(picked, one)).map(shortForm),
  )
  const estate = await estateOf(deps, scope, row.project_id)
  const { uses } = estate
  const { start, order } = byObject(uses.from, estate.objects.length)
  const places = estate.objects.flatMap((object, place) => (wanted.has(shortForm(object)) ? [place] : []))
  if (places.length === 0)
    fail(
      'unparseable',
      picked
        ? `The project's estate has none of these objects from ${row.filename}: ${picked.slice(0, 5).join(', ')}.`
        : `The project's estate has no objects from ${row.filename}.`,
    )
  const chosen = places.slice(0, MOST_OBJECTS)
  const referencesOf = (object: number): FoundReference[] => {
    const rows = Array.from({ length: start[object + 1]! - start[object]! }, (_, at) => start[object]! + at)
    return rows.map((at) => {
      const use = order ? order[at]! : at
      const named = estate.references[uses.to[use]!]!
      return { ...named, access: ACCESSES[uses.access[use]!]!, sites: uses.sites[use]!, occurrences: [] }
    })
  }
  const objects = chosen.map((place) => estate.objects[place]!)
  const lines = objects.reduce((sum, object) => sum + object.lines, 0)
  const read = objects.reduce((sum, object) => sum + object.parsed_ratio * object.lines, 0)
  const dynamic = objects.reduce((sum, { dynamic_calls }) => sum + dynamic_calls, 0)
  return {
    language: row.kind ?? 'evidence',
    objects: objects.map((object, at) => ({
      type: object.type,
      name: object.name,
      isListed: false,
      references: referencesOf(chosen[at]!),
      technologies: object.technologies,
      isComplete: object.has_dependencies && object.parsed_ratio >= 1 && object.dynamic_calls === 0,
    })),
    coverage: { ...fullCoverage(lines), parsed_ratio: lines > 0 ? read / lines : 1, method: 'parser' },
    warnings: [
      ...(places.length > MOST_OBJECTS
        ? [`Only the first ${MOST_OBJECTS} of ${places.length} objects are shown.`]
        : []),
      ...(dynamic > 0
        ? [`${counted(dynamic, 'call is', 'calls are')} only known at run time, so the targets are not counted.`]
        : []),
    ],
  }
}
