// The check of each dependency. None of them leaves anything behind.
import { PREPARE_FILE } from '../catalog/prepare-file.ts'
import type { Graph } from '../deps.ts'
import { askDatabase } from './store.ts'

/** The key of a workspace that cannot exist. */
const NOWHERE = ' '

export const databaseCheck =
  ({ db }: Pick<Graph, 'db'>) =>
  (): Promise<unknown> =>
    askDatabase(db)

/** Makes a worker load and query an empty store. An external server has its own check. */
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

/** Loads the index of a workspace without statements from the database. */
export const searchCheck =
  ({ search }: Pick<Graph, 'search'>) =>
  (): Promise<unknown> =>
    search.texts.at(['', '', undefined])

export const queueCheck =
  ({ jobs }: Pick<Graph, 'jobs'>) =>
  (): Promise<unknown> =>
    jobs.deadLetters(PREPARE_FILE)
