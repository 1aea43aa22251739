import { api } from '../../api.ts'

/** Polls, so that running jobs show their progress. */
const POLL_MS = 5_000

export const corpusStatus = {
  queryKey: ['corpus-status'],
  queryFn: () => api.corpus.status(),
  refetchInterval: POLL_MS,
}
export const crawlStatus = {
  queryKey: ['crawl-status'],
  queryFn: () => api.corpus.crawlStatus(),
  refetchInterval: POLL_MS,
}
export const graphStatus = {
  queryKey: ['graph-status'],
  queryFn: () => api.graphProjection.status(),
  refetchInterval: POLL_MS,
}
