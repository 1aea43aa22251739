// The part of a pack's importers.yaml that evidence parsers use, as plain data that can be passed to a thread. A pack may
// leave out what its domain does not have.

import type { NamespacePattern } from '../model/namespaces.ts'

export interface TableWords {
  /** Maps the meaning of a column to its possible names. */
  columns: Record<string, string[]>
  required: string[]
  /** Maps an access to the words for it. */
  access_words: Record<string, string[]>
}

interface Pattern {
  pattern: string
}

export interface Vocabulary {
  namespaces: NamespacePattern[]
  same_type: Record<string, string[]>
  type_words: Record<string, string[]>
  type_by_name: (Pattern & { type: string })[]
  reference_patterns: string[]
  access_patterns: (Pattern & { access: string })[]
  technology_patterns: (Pattern & { kind: string })[]
  adt_types: Record<string, string>
  priority_words: Record<string, number>
  /** How tables mark an exemption that was granted. */
  exempted_words: string[]
  file_patterns: string[]
  file_types: Record<string, string>
  severities: Record<string, number>
  tables: Record<'findings_csv' | 'object_list_csv' | 'dependency_csv' | 'modification_csv', TableWords>
  modification: string
  usage_types: Record<string, string>
  low_confidence_days: number
  /** The level of each technology. */
  technologies: Record<string, { code: string }>
}

/** Packs are validated when they are loaded. Missing parts are empty here. */
export function readVocabulary(importers: Readonly<Record<string, unknown>>): Vocabulary {
  const part = (name: string) => (importers[name] ?? {}) as Record<string, never>
  const identity = part('identity')
  const atc = part('atc')
  const checkstyle = part('checkstyle')
  const usage = part('usage')
  const table = (name: keyof Vocabulary['tables']): TableWords => {
    const { columns = {}, required = [], access_words = {} } = part(name)
    return { columns, required, access_words }
  }
  return {
    namespaces: identity.namespaces ?? [],
    same_type: identity.same_type ?? {},
    type_words: identity.type_words ?? {},
    type_by_name: identity.type_by_name ?? [],
    reference_patterns: atc.reference_patterns ?? [],
    access_patterns: atc.access_patterns ?? [],
    technology_patterns: atc.technology_patterns ?? [],
    adt_types: atc.adt_types ?? {},
    priority_words: atc.priority_words ?? {},
    exempted_words: atc.exempted_words ?? [],
    file_patterns: checkstyle.file_patterns ?? [],
    file_types: checkstyle.file_types ?? {},
    severities: checkstyle.severities ?? {},
    tables: {
      findings_csv: table('findings_csv'),
      object_list_csv: table('object_list_csv'),
      dependency_csv: table('dependency_csv'),
      modification_csv: table('modification_csv'),
    },
    modification: part('modification_csv').technology ?? 'modification',
    usage_types: usage.object_types ?? {},
    low_confidence_days: usage.low_confidence_days ?? 90,
    technologies: part('technologies'),
  }
}
