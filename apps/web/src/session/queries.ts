import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '@veritrace/contract/client'

export const openQueries = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // What the caller did wrong does not get better by asking again.
        retry: (failures, error) =>
          !(error instanceof ApiError && error.status >= 400 && error.status < 500) && failures < 2,
      },
    },
  })
