// Names outside the upload that the library itself found, compared with the names of the reader. Each of them reveals misses
// of the other that no rule about words would find.
import { ABAPObject, type Scope } from '../source/abaplint/parts.ts'
import { openRepository } from '../source/abaplint/repository.ts'
import { traverse } from '../source/abaplint/traversal.ts'
import type { RepositoryReading, SourceFile } from '../source/read-repository.ts'

const KINDS: Readonly<Record<string, string>> = {
  'Table (Void)': 'table',
  'Object (Void)': 'class',
  'Type (Void)': 'type',
}
const USES: Readonly<Record<string, string>> = {
  TABL: 'table or type',
  CDS_STOB: 'table or type',
  VIEW: 'table or type',
  DTEL: 'table or type',
  TTYP: 'table or type',
  CLAS: 'class',
  INTF: 'class',
}

interface Agreement {
  both: number
  /** `kind NAME file`, for names that only one side has. */
  onlyLibrary: string[]
  onlyReader: Record<string, string[]>
}

export function agreementOf(sources: readonly SourceFile[], reading: RepositoryReading): Agreement {
  const theirs = libraryNames(sources)
  const agreement: Agreement = { both: 0, onlyLibrary: [], onlyReader: {} }
  const ours = new Set<string>()
  for (const [filename, { resolved, unresolved }] of reading.files) {
    for (const { name, type, isSap } of resolved) {
      const key = `${filename} ${name}`
      const kind = USES[type] ?? type
      const only = agreement.onlyReader[kind] ?? []
      agreement.onlyReader[kind] = only
      if (isSap && !ours.has(key) && !theirs.has(key)) only.push(`${name} ${filename}`)
      ours.add(key)
    }
    // The reader found these names and reports them as unresolved.
    for (const { name } of unresolved) ours.add(`${filename} ${name}`)
  }
  for (const [key, kind] of theirs)
    if (ours.has(key) || isInGroup(key, ours)) agreement.both++
    else agreement.onlyLibrary.push(`${kind} ${key.split(' ').reverse().join(' ')}`)
  agreement.onlyLibrary.sort()
  return agreement
}

/** ABAP is part of the language. For a type in a type group, the reader reports the group. */
function isInGroup(key: string, ours: ReadonlySet<string>): boolean {
  const at = key.lastIndexOf(' ') + 1
  const group = key.slice(at).split('_')[0]!
  return group === 'ABAP' || key.slice(at) === 'SCREEN' || ours.has(key.slice(0, at) + group)
}

/** Keys are file and name. */
function libraryNames(sources: readonly SourceFile[]): Map<string, string> {
  const { registry, objects, filenameOf } = openRepository(sources)
  const names = new Map<string, string>()
  for (const object of objects) {
    if (!(object instanceof ABAPObject)) continue
    const tops = new Set<Scope>()
    try {
      traverse(registry, object, ({ scope }) => void tops.add(topOf(scope)))
    } catch {
      // Keep what was seen before the error.
    }
    for (const top of tops) addReferences(names, top, filenameOf)
  }
  return names
}

function topOf(scope: Scope): Scope {
  let top = scope
  for (let above = top.getParent(); above; above = above.getParent()) top = above
  return top
}

function addReferences(names: Map<string, string>, scope: Scope, filenameOf: (filename: string) => string): void {
  for (const { position, referenceType, extra } of scope.getData().references) {
    const kind = KINDS[referenceType]
    const name = (extra?.ooName ?? position.getName()).toUpperCase().replace(/^[!*]/, '').split('~')[0]!
    if (kind) names.set(`${filenameOf(position.getFilename())} ${name}`, kind)
  }
  for (const child of scope.getChildren()) addReferences(names, child, filenameOf)
}
