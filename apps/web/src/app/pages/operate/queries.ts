import { api } from '../../api.ts'

/** Looked at again by themselves while something runs. */
const LOOK_AGAIN_MS = 5_000

export const corpusStatus = {
  queryKey: ['corpus-status'],
  queryFn: () => api.corpus.status(),
  refetchInterval: LOOK_AGAIN_MS,
}
export const crawlStatus = {
  queryKey: ['crawl-status'],
  queryFn: () => api.corpus.crawlStatus(),
  refetchInterval: LOOK_AGAIN_MS,
}
export const graphStatus = {
  queryKey: ['graph-status'],
  queryFn: () => api.graphProjection.status(),
  refetchInterval: LOOK_AGAIN_MS,
}
