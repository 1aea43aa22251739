import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'

/** While files are being read the answer changes by itself. */
const LOOK_AGAIN_MS = 1_500
const LOOKED_FOR = 20

export const readinessQuery = (projectId: string, target: string | undefined, baseline?: string) =>
  queryOptions({
    queryKey: ['readiness', projectId, target, baseline],
    queryFn: () =>
      api.readiness.get({
        query: {
          project_id: projectId,
          include: 'trend,patterns',
          ...(target && { target }),
          ...(baseline && { baseline }),
        },
      }),
    refetchInterval: ({ state }) =>
      state.data && state.data.coverage.objects_total === 0 && state.dataUpdateCount < LOOKED_FOR
        ? LOOK_AGAIN_MS
        : false,
  })
