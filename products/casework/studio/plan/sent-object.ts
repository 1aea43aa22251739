// An object of a classification that a client sends back. Its names are used, and its ratings are looked up again. Pure.
import type { StudioPlanRequest } from '@veritrace/contract/casework/studio'
import type { Classification } from '@veritrace/contract/casework/studio-shapes'
import type { Found } from '../classify/found.ts'

type Sent = NonNullable<StudioPlanRequest['classification']>['objects'][number]

/** Only objects that were listed by name have an artifact. */
export function sentObject(object: Sent | Classification['objects'][number]): Found['objects'][number] {
  const { type, name, references, technology } = object
  return {
    type,
    name,
    isListed: 'artifact' in object && object.artifact !== undefined,
    isComplete: true,
    references: references.map(({ artifact, access, sites = 1 }) => ({
      type: artifact.type,
      name: artifact.name,
      access,
      sites,
      occurrences: [],
    })),
    technologies: technology.map(({ kind, line }) => ({ kind, line })),
  }
}
