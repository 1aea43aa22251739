// A whole server with casework alone, for its tests.
import { newId } from '@veritrace/platform/ids'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import type { CaseworkParts } from './deps.ts'
import { casework, caseworkMigrations } from './index.ts'

interface Options extends Partial<Pick<CaseworkParts, 'clock' | 'corpusSpace' | 'safeFetch'>> {
  env?: Record<string, string>
}

/** `corpusSpace: ownCorpus()` for tests that bring lists: they do not disturb those that read the sample. */
export const openCaseworkApp = ({ env, ...parts }: Options = {}): Promise<TestApp> =>
  openTestApp(
    {
      product: 'casework',
      migrations: [caseworkMigrations],
      ...(env && { env }),
      ...(parts.clock && { clock: parts.clock }),
    },
    (platform) => casework({ ...platform, ...parts }),
  )

/** A name for a corpus that nobody else has. */
export const ownCorpus = (): string => newId('corpus')
