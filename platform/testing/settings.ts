/** One thread instead of several: each takes half a second to start, and a short test needs only one. */
export const ONE_OF_EACH = { GRAPH_SPARQL_THREADS: '1' }

/**
 * The same for a whole server whose tests do not use embeddings. The embedder URL leads nowhere, because the built-in
 * model would run in the background for the whole test.
 */
export const WHOLE_SERVER = {
  ...ONE_OF_EACH,
  GRAPH_EMBEDDINGS_URL: 'http://127.0.0.1:9',
  CASEWORK_SHIPPED_LISTS: 'false',
}
