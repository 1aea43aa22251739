// Merges all current files into one estate. For each object, the newest file of a kind counts; kinds complement each
// other.
import { type Named, shortForm } from '../model/artifacts.ts'
import { surerPlace } from './certainty.ts'
import { ACCESSES, type Estate, type EstateObject } from './estate.ts'
import { ownObjects } from './own-objects.ts'
import type { ParsedObject, Technology } from './tables.ts'

/** A current file. `uses` is in the packed form of the store: from, to, access, sites, basis. */
export interface EstateFile {
  id: string
  kind: string
  usage_types: readonly string[]
  usage_days: number
  object_set_complete: boolean | null
  objects: readonly ParsedObject[]
  references: readonly Named[]
  uses: Estate['uses']
}

export interface MergeHead {
  project_id: string
  revision: number
  system: string
  former_systems: readonly string[]
}

interface Merged {
  object: { -readonly [K in keyof EstateObject]: EstateObject[K] }
  members: Set<string>
  checkedBy?: EstateFile
  usedBy?: EstateFile
  /** By kind of file: the newest that searched the object for references. */
  readBy: Map<string, EstateFile>
  technologies: Map<string, { file: EstateFile; technologies: readonly Technology[] }>
}

export function mergeEstate(head: MergeHead, files: readonly EstateFile[]): Estate {
  const homes = homesOf(files)
  const byName = new Map<string, Merged>()
  for (const file of files) for (const parsed of file.objects) addObject(byName, homes, file, parsed)
  const merged = [...byName.values()].sort((a, b) => (shortForm(a.object) < shortForm(b.object) ? -1 : 1))
  const usageTypes = new Set(files.flatMap(({ usage_types }) => usage_types))
  const sets = files.flatMap(({ object_set_complete }) => (object_set_complete === null ? [] : [object_set_complete]))
  for (const { object, technologies } of merged) {
    // Usage data covers all objects of its types; those it does not name were not executed.
    if (object.executions === null && usageTypes.has(object.type)) object.executions = 0
    object.technologies = [...technologies.values()].flatMap((found) => found.technologies)
  }
  return {
    ...head,
    evidence_ids: files.map(({ id }) => id),
    objects: merged.map(({ object }) => object),
    ...mergeUses(merged, homes, files),
    usage_window_days: Math.max(0, ...files.map(({ usage_days }) => usage_days)),
    atc_object_set_complete: sets.length > 0 && sets.every(Boolean),
  }
}

/** Maps members to the object that contains them: checks name a function module, sources its function group. */
function homesOf(files: readonly EstateFile[]): ReadonlyMap<string, Named> {
  const homes = new Map<string, Named>()
  for (const { objects } of files)
    for (const object of objects) for (const member of object.members) homes.set(member, object)
  for (const { objects } of files)
    for (const object of objects) if (object.members.length > 0) homes.delete(shortForm(object))
  return homes
}
const homeOf = (homes: ReadonlyMap<string, Named>, named: Named): Named => homes.get(shortForm(named)) ?? named

function addObject(
  byName: Map<string, Merged>,
  homes: ReadonlyMap<string, Named>,
  file: EstateFile,
  parsed: ParsedObject,
): void {
  const home = homeOf(homes, parsed)
  const key = shortForm(home)
  const known: Merged = byName.get(key) ?? {
    object: emptyObject(home),
    members: new Set(),
    readBy: new Map(),
    technologies: new Map(),
  }
  byName.set(key, known)
  const { object } = known
  object.package = parsed.package || object.package
  object.owner = parsed.owner || object.owner
  object.component = parsed.component || object.component
  // A check without findings has examined the object too.
  if (parsed.has_dependencies || parsed.has_atc) known.readBy.set(file.kind, file)
  if (parsed.has_dependencies) {
    object.has_dependencies = true
    object.lines = parsed.lines || object.lines
    object.parsed_ratio = parsed.parsed_ratio
    object.dynamic_calls = parsed.dynamic_calls
  }
  if (parsed.has_atc) {
    object.has_atc = true
    // Several entries for one object in one file add up; a newer file replaces them.
    const before = known.checkedBy === file ? object.findings : NO_FINDINGS
    object.findings = parsed.findings.map((count, at) => count + before[at]!) as typeof parsed.findings
    known.checkedBy = file
  }
  if (parsed.executions !== null) {
    const before = known.usedBy === file ? (object.executions ?? 0) : 0
    object.executions = Math.max(object.executions ?? 0, before + parsed.executions)
    known.usedBy = file
  }
  if (parsed.last_used && parsed.last_used > (object.last_used ?? '')) object.last_used = parsed.last_used
  if (parsed.technologies.length > 0 || parsed.has_dependencies)
    known.technologies.set(file.kind, { file, technologies: parsed.technologies })
  for (const member of parsed.members) known.members.add(member)
}

const NO_FINDINGS = [0, 0, 0, 0]

const emptyObject = ({ type, name }: Named): Merged['object'] => ({
  type,
  name,
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
})

type Uses = Pick<Estate, 'references' | 'uses' | 'calls'>

/** A reference to an object of the estate becomes a call; all others lead outside. */
function mergeUses(merged: readonly Merged[], homes: ReadonlyMap<string, Named>, files: readonly EstateFile[]): Uses {
  const own = ownObjects(merged.map(({ object, members }) => ({ ...object, members })))
  const places = new Map(merged.map(({ object }, place) => [shortForm(object), place]))
  const outside = new Map<string, number>()
  const references: Named[] = []
  const placeOutside = (named: Named): number => {
    const key = shortForm(named)
    const known = outside.get(key)
    if (known !== undefined) return known
    outside.set(key, references.length)
    references.push({ type: named.type, name: named.name })
    return references.length - 1
  }
  const uses = new Map<number, number>()
  const bases = new Map<number, number>()
  const calls = new Set<number>()
  for (const file of files) {
    const froms = file.objects.map((object) => places.get(shortForm(homeOf(homes, object)))!)
    const counts = file.objects.map(
      (object, at) => merged[froms[at]!]!.readBy.get(file.kind) === file || !object.has_dependencies,
    )
    const owns = file.references.map(own)
    for (let at = 0; at < file.uses.from.length; at++) {
      const user = file.uses.from[at]!
      if (!counts[user]) continue
      const from = froms[user]!
      const to = file.uses.to[at]!
      const callee = owns[to]
      if (callee !== undefined) {
        if (callee !== from) calls.add(from * SPAN + callee)
        continue
      }
      const key = (from * SPAN + placeOutside(file.references[to]!)) * 8 + file.uses.access[at]!
      // Two files may report the same sites, so the larger count is more accurate than the sum.
      uses.set(key, Math.max(uses.get(key) ?? 0, file.uses.sites[at]!))
      const basis = file.uses.basis[at]!
      bases.set(key, surerPlace(bases.get(key) ?? basis, basis))
    }
  }
  return { references, uses: packUses(withoutUnspecific(uses), bases), calls: packCalls(calls) }
}

/** Drops an unspecific `use` (from a check) if the source states the access, such as `read`. */
function withoutUnspecific(uses: Map<number, number>): Map<number, number> {
  const clear = new Set<number>()
  for (const key of uses.keys()) if (key % 8 !== UNSPECIFIC) clear.add(Math.floor(key / 8))
  for (const key of uses.keys()) if (key % 8 === UNSPECIFIC && clear.has(Math.floor(key / 8))) uses.delete(key)
  return uses
}
const UNSPECIFIC = ACCESSES.indexOf('use')

/** Packs two indexes into one exact number: up to 2^24 objects or references, and 3 bits for the access. */
const SPAN = 2 ** 24

function packUses(uses: ReadonlyMap<number, number>, bases: ReadonlyMap<number, number>): Estate['uses'] {
  const keys = Float64Array.from(uses.keys()).sort()
  const packed = {
    from: new Int32Array(keys.length),
    to: new Int32Array(keys.length),
    access: new Uint8Array(keys.length),
    sites: new Int32Array(keys.length),
    basis: new Uint8Array(keys.length),
  }
  keys.forEach((key, at) => {
    const pair = Math.floor(key / 8)
    packed.from[at] = Math.floor(pair / SPAN)
    packed.to[at] = pair % SPAN
    packed.access[at] = key % 8
    packed.sites[at] = uses.get(key)!
    packed.basis[at] = bases.get(key)!
  })
  return packed
}

function packCalls(calls: ReadonlySet<number>): Estate['calls'] {
  const keys = Float64Array.from(calls).sort()
  return {
    from: Int32Array.from(keys, (key) => Math.floor(key / SPAN)),
    to: Int32Array.from(keys, (key) => key % SPAN),
  }
}
