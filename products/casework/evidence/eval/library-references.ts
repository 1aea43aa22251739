// What the library itself took for a name that nobody has handed over, to be compared with what the reader tells. Each of
// the two finds misses of the other that no rule about words would show.
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
  /** `kind NAME file`, of the names that one of the two has and the other has not. */
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
    // It does not tell these, and says so.
    for (const { name } of unresolved) ours.add(`${filename} ${name}`)
  }
  for (const [key, kind] of theirs)
    if (ours.has(key) || isInGroup(key, ours)) agreement.both++
    else agreement.onlyLibrary.push(`${kind} ${key.split(' ').reverse().join(' ')}`)
  agreement.onlyLibrary.sort()
  return agreement
}

/** ABAP belongs to the language, and the reader tells the group of a type. */
function isInGroup(key: string, ours: ReadonlySet<string>): boolean {
  const at = key.lastIndexOf(' ') + 1
  const group = key.slice(at).split('_')[0]!
  return group === 'ABAP' || key.slice(at) === 'SCREEN' || ours.has(key.slice(0, at) + group)
}

/** By file and name. */
function libraryNames(sources: readonly SourceFile[]): Map<string, string> {
  const { registry, objects, filenameOf } = openRepository(sources)
  const names = new Map<string, string>()
  for (const object of objects) {
    if (!(object instanceof ABAPObject)) continue
    const tops = new Set<Scope>()
    try {
      traverse(registry, object, ({ scope }) => void tops.add(topOf(scope)))
    } catch {
      // What was seen until then counts.
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
