// The data for measurements. Expensive data is read once for all of them, and only if needed.
import type { Casework } from '../deps.ts'
import type { Scope } from '../model/space.ts'
import type { DecisionRow } from '../model/tables.ts'
import type { TargetProfile } from '../packs/pack.ts'
import type { ActivePack } from '../packs/packs.ts'
import type { MeasuredProject } from '../readiness/measure-project.ts'
import type { CaseFacts, ControlSubject, GraphFacts } from './ports.ts'
import { type FileRow, listFiles, listUnrevokedDecisions } from './store.ts'

export interface Facts {
  deps: Pick<Casework, 'db' | 'clock' | 'corpusSpace'>
  scope: Scope
  subject: ControlSubject
  active: ActivePack
  target: TargetProfile
  now: Date
  cases: CaseFacts
  graph: GraphFacts
  projects(): Promise<readonly MeasuredProject[]>
  decisions(): Promise<readonly DecisionRow[]>
  files(): Promise<readonly FileRow[]>
}

export const openFacts = (
  parts: Omit<Facts, 'projects' | 'decisions' | 'files'>,
  measureAll: () => Promise<readonly MeasuredProject[]>,
): Facts => {
  const { deps, scope, subject } = parts
  const projects = once(measureAll)
  return {
    ...parts,
    projects,
    decisions: once(() =>
      listUnrevokedDecisions(
        deps.db,
        scope,
        subject.packId,
        subject.kind === 'workspace' ? undefined : subject.projectIds,
      ),
    ),
    files: once(async () =>
      listFiles(
        deps.db,
        scope,
        (await projects()).flatMap(({ estate }) => estate.evidence_ids),
      ),
    ),
  }
}

const once = <T>(read: () => Promise<T>): (() => Promise<T>) => {
  let reading: Promise<T> | undefined
  return () => {
    reading ??= read()
    return reading
  }
}
