// The ratings of nodes: own objects from the measurement of their project, other artifacts from the lists.
import type { Rating } from '@veritrace/contract/casework/shapes'
import type { Casework } from '../deps.ts'
import { shortForm } from '../model/artifacts.ts'
import { lookUp } from '../rating/look-up.ts'
import { type MeasuredProject, measureProject } from '../readiness/measure-project.ts'
import { objectRating } from '../readiness/object-rating.ts'
import type { Graph } from './graph.ts'

export interface Ratings {
  /** Packages, components and documents have no rating. */
  of(numbers: readonly number[]): Promise<ReadonlyMap<number, Rating>>
}

type Deps = Pick<Casework, 'db' | 'clock' | 'corpusSpace'>

export function openRatings(deps: Deps, graph: Graph): Ratings {
  const { active, target, tenant, workspace } = graph
  const scope = { tenant, workspace }
  let measuring: Promise<MeasuredProject[]> | undefined
  const measured = (): Promise<MeasuredProject[]> => {
    measuring ??= Promise.all(
      graph.estateGraph.estates.map(({ estate }) =>
        measureProject(deps, scope, { projectId: estate.project_id, active, target }),
      ),
    )
    return measuring
  }
  return {
    of: async (numbers) => {
      const parts = await measured()
      const ratings = new Map<number, Rating>()
      const unread: number[] = []
      for (const number of numbers) {
        const { kind, places, type, name } = graph.node(number)
        const part = places.length > 0 ? parts[places[0]!] : undefined
        if (kind === 'own' && part) ratings.set(number, objectRating(active, part, places[1]!))
        const known = kind === 'artifact' ? part?.known.get(shortForm({ type, name })) : undefined
        if (known) ratings.set(number, known.rating)
        else if (kind === 'artifact') unread.push(number)
      }
      const found = await lookUp(deps, scope, active, target, unread.map(graph.node), { maxHops: 0 })
      for (const number of unread) ratings.set(number, found.get(shortForm(graph.node(number)))!.rating)
      return ratings
    },
  }
}
