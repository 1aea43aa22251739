// Checks every pattern of a pack, and that all of them together are small enough for the event loop.

import { compilePattern, faultOf } from '../../model/patterns.ts'
import { patternsIn } from '../cells/rules.ts'
import type { Reader } from '../files/reader.ts'
import { readYaml } from '../files/yaml.ts'
import type { Pack } from '../pack.ts'
import { readVocabulary } from '../vocabulary.ts'

/** Total of all patterns, and so the maximum cost per character of a question or name. */
const MAX_STEPS = 30_000

interface Place {
  file: string
  path: string
  source: string
  flags?: string
}

export function checkPatterns(reader: Reader, pack: Pack): void {
  let steps = stepsOfCells(pack)
  for (const { file, path, source, flags } of [...ofIntents(pack), ...ofImporters(pack), ...ofTemplates(pack)])
    try {
      steps += compilePattern(source, flags).steps
    } catch (error) {
      const { message, isRefused } = faultOf(error)
      reader.refuse(file, path, message, isRefused)
    }
  if (steps > MAX_STEPS)
    reader.refuse('pack.yaml', '', `the patterns of the pack have more than ${MAX_STEPS} steps in total`, true)
}

/** Faults in cells are reported with their table. */
function stepsOfCells({ tables }: Pack): number {
  const cells = Object.values(tables).flatMap(({ rows }) => rows.flatMap(({ when }) => Object.values(when)))
  let steps = 0
  for (const cell of cells) for (const pattern of patternsIn(cell)) steps += pattern.steps
  return steps
}

const ofIntents = ({ intents }: Pack): Place[] =>
  intents.flatMap(({ patterns }, at) =>
    patterns.map((source, n) => ({ file: 'intents.yaml', path: `intents.${at}.patterns.${n}`, source, flags: 'i' })),
  )

function ofImporters({ importers }: Pack): Place[] {
  const words = readVocabulary(importers)
  const lists = {
    'identity.namespaces': words.namespaces.map(({ pattern }) => pattern),
    'identity.type_by_name': words.type_by_name.map(({ pattern }) => pattern),
    'atc.reference_patterns': words.reference_patterns,
    'atc.access_patterns': words.access_patterns.map(({ pattern }) => pattern),
    'atc.technology_patterns': words.technology_patterns.map(({ pattern }) => pattern),
    'checkstyle.file_patterns': words.file_patterns,
  }
  return Object.entries(lists).flatMap(([list, sources]) =>
    sources.map((source, at) => ({
      file: 'importers.yaml',
      path: `importers.${list}.${at}`,
      source: String(source),
      flags: 'i',
    })),
  )
}

interface About {
  params?: { properties?: Record<string, { pattern?: unknown } | null> }
}

function ofTemplates({ templates }: Pack): Place[] {
  const abouts = Object.entries(templates).filter(([name]) => /^scaffold\/.*\/template\.yaml$/.test(name))
  return abouts.flatMap(([name, text]) =>
    Object.entries(readAbout(text).params?.properties ?? {}).flatMap(([param, value]) =>
      typeof value?.pattern === 'string'
        ? [{ file: `templates/${name}`, path: `params.properties.${param}.pattern`, source: value.pattern }]
        : [],
    ),
  )
}

/** An invalid template is reported when it is used, not here. */
function readAbout(text: string): About {
  try {
    return (readYaml(text) ?? {}) as About
  } catch {
    return {}
  }
}
