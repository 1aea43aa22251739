// Parses ATC results in Checkstyle format. The name of a `file` element contains the object.

import { ownValue } from '@veritrace/platform/names'
import { cutText } from '@veritrace/platform/text'
import type { Named } from '../../../model/artifacts.ts'
import { compilePattern, type Pattern, subjectOf } from '../../../model/patterns.ts'
import { Unreadable } from '../failures.ts'
import type { ReadingJob } from '../job.ts'
import { newSheet, type Parsed } from '../parsed.ts'
import { firstGroups, type Words } from '../words.ts'
import { readXml } from '../xml.ts'
import { addFinding } from './findings.ts'

export async function parseAtcCheckstyle(job: ReadingJob): Promise<Parsed> {
  const { words } = job
  const sheet = newSheet()
  const patterns = words.vocabulary.file_patterns.map((pattern) => compilePattern(pattern))
  let isCheckstyle = false
  let object: Named | undefined
  await readXml(job.chunks(), {
    open: ({ name, attributes }) => {
      if (name === 'checkstyle') isCheckstyle = true
      else if (name === 'file') {
        sheet.rows++
        object = objectOf(words, patterns, attributes.name ?? '')
        const record = object && sheet.object(object, sheet.rows)
        if (record) record.has_atc = true
        else sheet.reject(sheet.rows, `The file name “${cutText(attributes.name ?? '', 120)}” contains no object.`)
      } else if (name === 'error' && object) {
        const { severity = '', source = '', message = '', line } = attributes
        addFinding(words, sheet, {
          object,
          check_id: source,
          check_title: source.split('.').at(-1) ?? '',
          message_id: '',
          message,
          priority: ownValue(words.vocabulary.severities, severity.toLowerCase()) ?? words.priorityOf(severity) ?? 3,
          reference: null,
          line: line && /^\d{1,9}$/.test(line) ? Number(line) : null,
          exempted: false,
          quickfix: false,
        })
      }
    },
    close: ({ name }) => {
      if (name === 'file') object = undefined
    },
  })
  if (!isCheckstyle) throw new Unreadable('The file is not a Checkstyle result: it has a different root element.')
  return sheet.done()
}

function objectOf({ vocabulary, typeOf }: Words, patterns: readonly Pattern[], file: string): Named | undefined {
  const { name, type: word = '' } = firstGroups(patterns, subjectOf(file)) ?? {}
  if (!name) return undefined
  const type = ownValue(vocabulary.file_types, word.toLowerCase()) ?? typeOf(word)
  return { type: type || fallbackType(file), name: decodeName(name) }
}

/** ADT URIs contain the type in their path. */
const fallbackType = (file: string): string =>
  /\/functions\//.test(file) ? 'FUGR' : /\/ddl\//.test(file) ? 'DDLS' : 'PROG'
const decodeName = (name: string): string => name.replaceAll('#', '/').replaceAll('%2f', '/').toUpperCase()
