/** One thread where there may be several: each takes half a second to start, and a short test has work for one. */
export const ONE_OF_EACH = { GRAPH_SPARQL_THREADS: '1' }
