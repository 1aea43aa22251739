/** One thread where there may be several: each takes half a second to start, and a short test has work for one. */
export const ONE_OF_EACH = { GRAPH_SPARQL_THREADS: '1' }

/**
 * The same for a whole server, whose tests ask for no meaning. Nobody answers for its embedder: the model that comes with
 * the server would be at work behind them for as long as they run.
 */
export const WHOLE_SERVER = {
  ...ONE_OF_EACH,
  GRAPH_EMBEDDINGS_URL: 'http://127.0.0.1:9',
  CASEWORK_SHIPPED_LISTS: 'false',
}
