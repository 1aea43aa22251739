import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '@veritrace/contract/client'
import { openMutations } from './action-errors.ts'

export const openQueries = () =>
  new QueryClient({
    mutationCache: openMutations(),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // Retrying does not help with client errors.
        retry: (failures, error) =>
          !(error instanceof ApiError && error.status >= 400 && error.status < 500) && failures < 2,
      },
    },
  })
