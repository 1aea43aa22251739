// What each part is asked. None of them leaves anything behind.
import { PREPARE_FILE } from '../catalog/prepare-file.ts'
import type { Graph } from '../deps.ts'
import { askDatabase } from './store.ts'

/** Of a tenant and a workspace that nobody can have. */
const NOWHERE = ' '

export const databaseCheck =
  ({ db }: Pick<Graph, 'db'>) =>
  (): Promise<unknown> =>
    askDatabase(db)

/** A worker must load an empty store and answer from it; a server outside is asked all the while. */
export const engineCheck =
  ({ engine }: Pick<Graph, 'engine'>) =>
  async (): Promise<unknown> => {
    if (engine.check) return engine.check()
    try {
      return await engine.query(NOWHERE, {
        text: 'ASK {}',
        dataset: { defaultGraphs: [], namedGraphs: [] },
        format: 'application/sparql-results+json',
        timeoutMs: 1_000,
        maxRows: 1,
        maxBytes: 1_024,
      })
    } finally {
      await engine.forget(NOWHERE)
    }
  }

/** The index of a workspace without statements is read from the database like any other. */
export const searchCheck =
  ({ search }: Pick<Graph, 'search'>) =>
  (): Promise<unknown> =>
    search.texts.at(['', '', undefined])

export const queueCheck =
  ({ jobs }: Pick<Graph, 'jobs'>) =>
  (): Promise<unknown> =>
    jobs.deadLetters(PREPARE_FILE)
