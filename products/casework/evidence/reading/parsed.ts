// What a parser hands back, and the hands that put it together.
import { MOST_REJECTED_SHOWN } from '@veritrace/contract/casework/evidence'
import { cutText } from '@veritrace/platform/text'
import { BASES, type Basis, surerPlace } from '../../estate/certainty.ts'
import { ACCESSES, type Access } from '../../estate/estate.ts'
import type { FileContent, FileFinding, FileObject } from '../../estate/tables.ts'
import { type Named, shortForm } from '../../model/artifacts.ts'
import { noSignatures, type Signatures } from '../../signatures/signature.ts'

export interface Columns {
  found: string[]
  mapping: Record<string, string>
  needed: string[]
}

export interface Parsed {
  status: 'parsed' | 'needs_mapping'
  said: FileContent
  signatures: Signatures
  rows: number
  rejected: { line: number; reason: string }[]
  rejectedTotal: number
  warnings: string[]
  usages: number
  columns: Columns | null
  window: { from: string | null; to: string | null; days: number } | null
  usageTypes: string[]
  system: string | null
  checkVariant: string | null
  objectSetComplete: boolean | null
  collectedAt: string | null
}

export interface Sheet extends Omit<Parsed, 'said' | 'signatures'> {
  object(named: Named, line?: number): FileObject | undefined
  use(from: Named, to: Named, access: Access, sites?: number, line?: number, file?: string, basis?: Basis): void
  finding(finding: FileFinding): void
  reject(line: number, reason: string): void
  warn(warning: string): void
  done(): Parsed
}

const LONGEST_NAME = 240
const MOST_WARNINGS = 50

export function newSheet(): Sheet {
  const places = new Map<string, number>()
  const outside = new Map<string, number>()
  const uses = new Map<string, number>()
  const said: FileContent = {
    objects: [],
    references: [],
    uses: { from: [], to: [], access: [], sites: [], line: [], file: [], basis: [] },
    findings: [],
  }
  const placeOf = (named: Named): number => {
    const key = shortForm(named)
    const known = places.get(key)
    if (known !== undefined) return known
    places.set(key, said.objects.length)
    said.objects.push(newObject(named))
    return said.objects.length - 1
  }
  const referenceOf = (named: Named): number => {
    const key = shortForm(named)
    const known = outside.get(key)
    if (known !== undefined) return known
    outside.set(key, said.references.length)
    said.references.push({ type: cleanText(named.type), name: cleanText(named.name) })
    return said.references.length - 1
  }
  const sheet: Sheet = {
    ...EMPTY,
    rejected: [],
    warnings: [],
    usageTypes: [],
    object: (named, line = 0) => {
      const problem = problemOf(named)
      if (problem) sheet.reject(line, problem)
      return problem ? undefined : said.objects[placeOf(named)]
    },
    use: (from, to, access, sites = 1, line = 0, file = '', basis = 'stated') => {
      if (problemOf(from) || problemOf(to)) return
      const [fromPlace, toPlace, how] = [placeOf(from), referenceOf(to), ACCESSES.indexOf(access)]
      const key = `${fromPlace} ${toPlace} ${how}`
      const known = uses.get(key)
      const sure = BASES.indexOf(basis)
      if (known !== undefined) {
        said.uses.sites[known]! += sites
        said.uses.basis[known] = surerPlace(said.uses.basis[known]!, sure)
      } else {
        uses.set(key, said.uses.from.length)
        said.uses.from.push(fromPlace)
        said.uses.to.push(toPlace)
        said.uses.access.push(how)
        said.uses.sites.push(sites)
        said.uses.line.push(line)
        said.uses.file.push(cleanText(file))
        said.uses.basis.push(sure)
      }
    },
    finding: (finding) => {
      said.findings.push({ ...finding, message: cutText(cleanText(finding.message), 2000) })
    },
    reject: (line, reason) => {
      sheet.rejectedTotal++
      if (sheet.rejected.length < MOST_REJECTED_SHOWN) sheet.rejected.push({ line, reason })
    },
    warn: (warning) => {
      if (sheet.warnings.length < MOST_WARNINGS) sheet.warnings.push(warning)
    },
    done: () => {
      const { object, use, finding, reject, warn, done, ...rest } = sheet
      return { ...rest, said, signatures: noSignatures() }
    },
  }
  return sheet
}

const EMPTY = {
  status: 'parsed' as const,
  rows: 0,
  rejectedTotal: 0,
  usages: 0,
  columns: null,
  window: null,
  system: null,
  checkVariant: null,
  objectSetComplete: null,
  collectedAt: null,
}

const problemOf = ({ type, name }: Named): string | undefined => {
  if (!name) return 'The name is missing.'
  if (!type) return 'The type is missing.'
  if (name.length > LONGEST_NAME || type.length > 40) return 'The name is too long to be one.'
  return undefined
}

const newObject = ({ type, name }: Named): FileObject => ({
  type: cleanText(type),
  name: cleanText(name),
  package: '',
  owner: '',
  component: '',
  lines: 0,
  parsed_ratio: 1,
  dynamic_calls: 0,
  has_dependencies: false,
  has_atc: false,
  executions: null,
  last_used: null,
  findings: [0, 0, 0, 0],
  technologies: [],
  members: [],
  file: '',
})

/** PostgreSQL keeps no NUL, and half a surrogate pair is no text. */
const cleanText = (text: string): string => text.replaceAll('\0', '').toWellFormed()
