// Reads the two sides of an agreement: findings of ATC, and what we found in the sources.

import { ownValue } from '@veritrace/platform/names'
import type { Casework } from '../deps.ts'
import { ACCESSES } from '../estate/estate.ts'
import type { EstateFile } from '../estate/merge-estate.ts'
import { readEstateFiles } from '../estate/read-estate.ts'
import { openWords } from '../evidence/reading/words.ts'
import { shortForm } from '../model/artifacts.ts'
import type { Scope } from '../model/space.ts'
import type { Pack, TargetProfile } from '../packs/pack.ts'
import { readVocabulary } from '../packs/vocabulary.ts'
import type { Known } from '../rating/known.ts'
import { openChecks } from './checks.ts'
import type { AtcFinding, OwnObject, OwnUse, Sides } from './compare.ts'
import { listAtc, listCovered, listEvidence, type RunRow } from './store.ts'

/** Kinds of evidence that list uses, other than ATC results. */
const OURS: ReadonlySet<string> = new Set(['abapgit_zip', 'dependency_csv'])

export interface ReadSides extends Sides {
  runs: readonly RunRow[]
  checked: number
}

interface About {
  projectId: string
  pack: Pack
  target: TargetProfile
  known: ReadonlyMap<string, Known>
}

export async function readSides(deps: Pick<Casework, 'db'>, scope: Scope, about: About): Promise<ReadSides> {
  const { projectId, pack, target } = about
  const evidence = await listEvidence(deps.db, scope, projectId)
  const covered = await listCovered(deps.db, scope, projectId)
  const ids = [...new Set(covered.map(({ evidence_id }) => evidence_id))]
  const files = await readEstateFiles(deps.db, scope, projectId, ({ kind }) => OURS.has(kind))
  const ours = ownObjects(files, about)
  const newest = new Map(covered.map(({ evidence_id, ...named }) => [shortForm(named), evidence_id]))
  const findings = (await listAtc(deps.db, scope, ids)).filter(
    (row) => newest.get(`${row.object_type}:${row.object_name}`) === row.evidence_id,
  )
  const technologyOf = openTechnologies(pack)
  return {
    runs: evidence.filter(({ id }) => ids.includes(id)),
    checked: covered.length,
    variants: new Map(evidence.map(({ id, check_variant }) => [id, check_variant])),
    // A run may cover a function module, while our object is its function group.
    covered: new Map(
      covered.map(({ evidence_id, ...named }) => [shortForm(ours.get(shortForm(named)) ?? named), evidence_id]),
    ),
    findings: findings.map((row): AtcFinding => {
      const { object_type, object_name, reference_type, reference_name, message, ...rest } = row
      return {
        ...rest,
        object: { type: object_type, name: object_name },
        reference: reference_name === null ? null : { type: reference_type ?? '', name: reference_name },
        technology: technologyOf(`${message ?? ''} ${row.check_title}`),
      }
    }),
    ...{ ours, checks: openChecks(pack), target: target.profile_id },
  }
}

/** Remembers results, because thousands of findings share a few messages. */
function openTechnologies({ importers }: Pack): (message: string) => string | null {
  const words = openWords(readVocabulary(importers), null)
  const found = new Map<string, string | null>()
  return (message) => {
    const known = found.get(message)
    if (known !== undefined) return known
    const { technology } = words.topicOf(message)
    found.set(message, technology)
    return technology
  }
}

/** Our objects by each of their names. If several files contain an object, the newest one counts. */
function ownObjects(files: readonly EstateFile[], about: About): Map<string, OwnObject> {
  const objects = new Map<string, OwnObject>()
  for (const file of files) {
    const uses = usesByObject(file, about)
    file.objects.forEach((object, place) => {
      if (!object.has_dependencies) return
      const own: OwnObject = {
        ...{ type: object.type, name: object.name, package: object.package, evidence_id: file.id },
        isFullyRead: object.parsed_ratio >= 1 && object.dynamic_calls === 0,
        uses: uses.get(place) ?? [],
        techniques: object.technologies.map(({ kind, code, line }) => ({
          ...{ kind, code, line, file: object.file, priority: expectedOf(about.pack, code) },
        })),
      }
      for (const name of [shortForm(object), ...object.members]) objects.set(name, own)
    })
  }
  return objects
}

/** The worst use of each name, by object. */
function usesByObject({ id, references, uses }: EstateFile, about: About): Map<number, OwnUse[]> {
  const found = new Map<number, Map<string, OwnUse>>()
  for (let at = 0; at < uses.from.length; at++) {
    const [from, to, access] = [uses.from[at]!, uses.to[at]!, uses.access[at]!]
    const reference = references[to]!
    const known = about.known.get(shortForm(reference))
    // A custom object, which the estate does not count as a reference.
    if (!known) continue
    const { rating, acceptable } = known
    const use: OwnUse = {
      ...{ evidence_id: id, from, to, reference, access, sites: uses.sites[at]! },
      ...{ code: rating.code, rule: rating.rule.id, priority: rating.atc_priority_expected ?? null },
      isUnknown: rating.code === about.pack.scheme.unknown,
      known,
      isExempted: acceptable && !about.target.acceptable.includes(rating.code),
    }
    const ofObject = found.get(from) ?? new Map<string, OwnUse>()
    found.set(from, ofObject)
    const other = ofObject.get(reference.name)
    if (!other || isWorse(use, other)) ofObject.set(reference.name, use)
  }
  return new Map([...found].map(([place, of]) => [place, [...of.values()]]))
}

const NO_PRIORITY = ACCESSES.length
const isWorse = (a: OwnUse, b: OwnUse): boolean =>
  (a.priority ?? NO_PRIORITY) < (b.priority ?? NO_PRIORITY) || (a.priority === b.priority && a.sites > b.sites)

function expectedOf({ importers }: Pack, code: string): number | null {
  const { priority_of_code: priorities = {} } = (importers.atc ?? {}) as { priority_of_code?: Record<string, number> }
  return ownValue(priorities, code) ?? null
}
