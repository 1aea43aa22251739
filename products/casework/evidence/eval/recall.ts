// Counts the facts of the oracle, and which of them the reader found in the same statement.
import type { RepositoryReading, SourceFile } from '../source/read-repository.ts'
import { isTest } from '../source/repository-files.ts'
import { addDeclared, addParametersIn, newDeclared } from './declared-names.ts'
import { type Fact, type FactKind, factsIn } from './oracle.ts'

interface Miss extends Fact {
  filename: string
}

export type Recall = Partial<Record<FactKind, { facts: number; missed: Miss[] }>>

type Resolved = NonNullable<ReturnType<RepositoryReading['files']['get']>>['resolved'][number]

const IS: Readonly<Record<FactKind, (use: Resolved) => boolean>> = {
  read: ({ type, access }) => isTable(type) && access === 'read',
  write: ({ type, access }) => isTable(type) && access === 'write',
  function: ({ type }) => type === 'FUNC',
  'work area': ({ type }) => isTable(type),
  program: ({ type }) => type === 'PROG',
  transaction: ({ type }) => type === 'TRAN',
  authorization: ({ type }) => type === 'SUSO',
}
const isTable = (type: string): boolean => /^(?:TABL|VIEW|CDS_STOB)$/.test(type)

export function recallOf(sources: readonly SourceFile[], { files }: RepositoryReading): Recall {
  const declared = newDeclared()
  for (const { filename, text } of sources)
    if (/\.abap$/i.test(filename)) addDeclared(declared, text)
    else if (/\.fugr\.xml$/i.test(filename)) addParametersIn(declared, text)
  const recall: Recall = {}
  for (const { filename, text } of sources) {
    if (!isCode(filename)) continue
    const uses = Map.groupBy(files.get(filename)?.resolved ?? [], ({ name }) => name)
    for (const fact of factsIn(text, declared)) {
      const counts = recall[fact.kind] ?? { facts: 0, missed: [] }
      recall[fact.kind] = counts
      counts.facts++
      const isFound = (uses.get(fact.name) ?? []).some(
        (use) => IS[fact.kind](use) && use.line >= fact.from && use.line <= fact.to,
      )
      if (!isFound) counts.missed.push({ ...fact, filename })
    }
  }
  return recall
}

/** Flow logic of dynpros is not ABAP. */
const isCode = (filename: string): boolean =>
  /\.abap$/i.test(filename) && !isTest(filename) && !/\.screen_\w+\.abap$/i.test(filename)
