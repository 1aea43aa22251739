// Extracts a single source, for the studio. Slow on large sources, so it runs in a thread.
import type { Named } from '../../model/artifacts.ts'
import { type NamespacePattern, openNamespaces } from '../../model/namespaces.ts'
import { type FileReading, referencesOf, type SourceReference, snippetOf, technologiesOf } from './extraction.ts'
import { nameSource } from './name-source.ts'
import { readRepository } from './read-repository.ts'
import type { SourceTechnology } from './technologies.ts'

export interface Source {
  language: 'abap' | 'cds'
  filename: string
  text: string
  /** The pack's patterns that decide whose a name is. */
  namespaces: readonly NamespacePattern[]
}

interface SourceObject extends Named {
  references: SourceReference[]
  technologies: SourceTechnology[]
  /** Other short forms for the object. */
  members: string[]
}

interface SourceCoverage {
  lines: number
  statements: number
  /** Share of the statements that were parsed. */
  parsed_ratio: number
  dynamic_calls: { line: number; text: string }[]
  macros: number
  method: 'parser' | 'scan'
}

export interface ExtractedSource {
  language: Source['language']
  objects: SourceObject[]
  coverage: SourceCoverage
}

export function extractSource(source: Source): ExtractedSource {
  const { named, filename } = nameSource(source)
  const { files } = readRepository([{ filename, text: source.text }], openNamespaces(source.namespaces))
  const readings = [...files.values()]
  const rows = source.text.split(/\r?\n/)
  const object = {
    ...named,
    references: referencesOf(named, readings, () => rows),
    technologies: technologiesOf(readings),
    members: readings.flatMap(({ members }) => members),
  }
  return { language: source.language, objects: [object], coverage: coverageOf(source, readings, rows) }
}

function coverageOf({ language }: Source, readings: readonly FileReading[], rows: readonly string[]): SourceCoverage {
  const sum = (count: (reading: FileReading) => number) => readings.reduce((total, one) => total + count(one), 0)
  const isKnown = readings.some(({ resolved, members }) => resolved.length > 0 || members.length > 0)
  const statements = language === 'cds' ? Number(isKnown) : sum((one) => one.statements)
  const parsed = language === 'cds' ? statements : statements - sum((one) => one.unparsed)
  return {
    lines: sum((one) => one.lines),
    statements,
    parsed_ratio: statements > 0 ? parsed / statements : 0,
    dynamic_calls: readings.flatMap(({ dynamic }) => dynamic.map((line) => ({ line, text: snippetOf(rows, line) }))),
    macros: sum((one) => one.macros),
    method: language === 'cds' ? 'scan' : 'parser',
  }
}
