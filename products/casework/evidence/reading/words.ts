// A vocabulary compiled for parsing: the meaning of words, names and messages.

import { createHmac } from 'node:crypto'
import { ownValue } from '@veritrace/platform/names'
import { ACCESSES, type Access } from '../../estate/estate.ts'
import type { Technology } from '../../estate/tables.ts'
import type { Named } from '../../model/artifacts.ts'
import { type Namespaces, openNamespaces } from '../../model/namespaces.ts'
import { compilePattern, type Pattern, subjectOf } from '../../model/patterns.ts'
import type { Vocabulary } from '../../packs/vocabulary.ts'

export interface Words {
  vocabulary: Vocabulary
  /** The type that a word or code means; the word itself if the vocabulary does not have it. */
  typeOf(word: string): string
  /** The type in the spelling of lists, for objects outside the estate. */
  listType(word: string, name: string): string
  namespaces: Namespaces
  isOwn(name: string): boolean
  priorityOf(word: string): number | undefined
  /** True if this state of an exemption, as written in a table, exempts the finding. */
  isExempted(word: string): boolean
  /** What the message of a check refers to. */
  topicOf(message: string): { reference: Named | null; access: Access; technology: string | null }
  technology(kind: string, line: number): Technology
  /** A person's name as it is stored. */
  person(name: string): string
}

/** With a key, names of people are replaced by pseudonyms. */
export function openWords(vocabulary: Vocabulary, pseudonymKey: string | null): Words {
  const types = wordTable(vocabulary.type_words)
  const same = wordTable(vocabulary.same_type)
  const compiled = <T extends { pattern: string }>(list: readonly T[], flags = '') =>
    list.map((one) => ({ ...one, fits: compilePattern(one.pattern, flags) }))
  const exempted = new Set(vocabulary.exempted_words.map(plain))
  const namespaces = openNamespaces(vocabulary.namespaces)
  const byName = compiled(vocabulary.type_by_name)
  const references = vocabulary.reference_patterns.map((pattern) => compilePattern(pattern))
  const accesses = compiled(vocabulary.access_patterns, 'i')
  const technologies = compiled(vocabulary.technology_patterns, 'i')

  const typeOf = (word: string): string => types.get(plain(word)) ?? word.trim().toUpperCase()
  const listType = (word: string, name: string): string => {
    const type = typeOf(word)
    if (type) return same.get(plain(type)) ?? type
    return byName.find(({ fits }) => fits.test(subjectOf(name)))?.type ?? 'UNKNOWN'
  }
  return {
    vocabulary,
    typeOf,
    listType,
    namespaces,
    isOwn: namespaces.isOwn,
    priorityOf: (word) => priorityOf(vocabulary, word),
    isExempted: (word) => exempted.has(plain(word)),
    topicOf: (long) => {
      const message = subjectOf(long)
      const groups = firstGroups(references, message)
      const access = accesses.find(({ fits }) => fits.test(message))?.access
      return {
        reference: groups?.name ? { type: listType(groups.type ?? '', groups.name), name: groups.name } : null,
        access: ACCESSES.find((one) => one === access) ?? 'use',
        technology: technologies.find(({ fits }) => fits.test(message))?.kind ?? null,
      }
    },
    technology: (kind, line) => ({ kind, line, code: ownValue(vocabulary.technologies, kind)?.code ?? 'unknown' }),
    person: (name) => {
      const known = name.trim()
      if (!known || pseudonymKey === null) return known
      return `person-${createHmac('sha256', pseudonymKey).update(known.toUpperCase()).digest('hex').slice(0, 12)}`
    },
  }
}

/** Ignores case, blanks, underscores, hyphens, periods and slashes. */
export const plain = (word: string): string => word.toLowerCase().replace(/[\s_\-./]+/g, '')

function wordTable(words: Readonly<Record<string, readonly string[]>>): Map<string, string> {
  const table = new Map<string, string>()
  for (const [type, list] of Object.entries(words)) {
    table.set(plain(type), type)
    for (const word of list) table.set(plain(word), type)
  }
  return table
}

/** `1`, `Prio 1`, `Priorität 1`, `1 - Error`, `1.00`. */
const PRIORITY = /^\s*(?:prio\p{L}*\.?\s*)?([1-4])(?:[.,]0*)?(?=\s*(?:$|[-–:(]))/iu

function priorityOf({ priority_words }: Vocabulary, word: string): number | undefined {
  const number = PRIORITY.exec(word)?.[1]
  if (number) return Number(number)
  return ownValue(priority_words, word.trim().toLowerCase())
}

export function firstGroups(
  patterns: readonly Pattern[],
  text: string,
): Record<string, string | undefined> | undefined {
  for (const pattern of patterns) {
    const groups = pattern.exec(text)?.groups
    if (groups?.name) return groups
  }
  return undefined
}
