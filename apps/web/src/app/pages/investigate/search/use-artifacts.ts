import { keepPreviousData } from '@tanstack/react-query'
import { usePages } from '../../../../shared/pages.ts'
import { api } from '../../../api.ts'
import { targetQuery } from '../../../shared/use-target.ts'
import type { Params } from '../use-address.ts'

const PAGE = 200

export const FACETS = ['code', 'type', 'state', 'component'] as const
export type Facet = (typeof FACETS)[number]

/** The objects that match the search parameters, page by page, with facet counts. */
export function useArtifacts(params: Params, enabled: boolean) {
  const { q, target, project, type, state, code, component, label, used } = params
  const name = q?.includes(':') ? q.slice(q.indexOf(':') + 1) : q
  const filter = {
    ...(name && { q: name }),
    ...(type && { type }),
    ...(state && { state }),
    ...(code && { code }),
    ...(component && { component }),
    ...(label && { label }),
    ...(used === 'mine' && project && { project_id: project }),
    ...targetQuery(target),
  }
  const found = usePages(
    ['artifacts', 'search', filter],
    (at) =>
      api.artifacts.list({
        query: { ...filter, limit: PAGE, ...(at.cursor ? at : { facets: FACETS.join(',') }) },
      }),
    { placeholderData: keepPreviousData, enabled },
  )
  const { items = [], total = null, facets = {} } = found.data ?? {}
  return { ...found, items, total, facets: facets as Partial<Record<Facet, Record<string, number>>> }
}
export type Found = ReturnType<typeof useArtifacts>
