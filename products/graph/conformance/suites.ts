// All suites, for the report and its test.
import { missing as missingSparql } from './manifest.ts'
import type { SuiteRun } from './outcome.ts'
import { missingShacl, runShaclSuite } from './shacl-suite.ts'
import { runSparqlSuites } from './sparql-suites.ts'

/** Why the suites cannot run, or false. */
export const missing: string | false = missingSparql || missingShacl

export const runSuites = async (): Promise<SuiteRun[]> => [...(await runSparqlSuites()), await runShaclSuite()]
