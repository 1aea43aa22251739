// Resolves the projects, the pack and the target of a request.
import type { Readiness } from '@veritrace/contract/casework/readiness'
import { fail, notFound } from '@veritrace/platform/errors'
import type { Casework } from '../deps.ts'
import type { Estate } from '../estate/estate.ts'
import type { Scope } from '../model/space.ts'
import type { TargetProfile } from '../packs/pack.ts'
import { type ActivePack, targetOf } from '../packs/packs.ts'
import type { ReadinessPorts } from './ports.ts'
import { findProjectHead, listActiveProjects } from './store.ts'

export interface Subject {
  view: Readiness['scope']
  active: ActivePack
  target: TargetProfile
  objectsOf?: (estate: Estate) => readonly number[]
}

interface Asked {
  project_id?: string
  case_id?: string
  pack?: string
  target?: string
}

type Deps = Pick<Casework, 'db' | 'packs'>

export async function subjectOf(deps: Deps, ports: ReadinessPorts, scope: Scope, asked: Asked): Promise<Subject> {
  if (asked.project_id && asked.case_id) fail('unacceptable', 'Name a project or a case, not both.')
  if (asked.case_id) return caseSubject(deps, ports, scope, asked.case_id, asked)
  if (asked.project_id) return projectSubject(deps, scope, asked.project_id, asked)
  const active = await deps.packs.of(scope, asked.pack)
  const projects = await listActiveProjects(deps.db, scope, active.pack.ref.id)
  // If all projects share a default target, use it.
  const targets = new Set(projects.map(({ default_target }) => default_target))
  const common = targets.size === 1 ? projects[0]!.default_target : undefined
  return {
    view: { kind: 'workspace', id: null, project_ids: projects.map(({ id }) => id) },
    active,
    target: targetOf(active, asked.target ?? common),
  }
}

async function projectSubject(deps: Deps, scope: Scope, id: string, asked: Asked): Promise<Subject> {
  const project = (await findProjectHead(deps.db, scope, id)) ?? notFound('project', id)
  const active = await deps.packs.of(scope, asked.pack ?? project.pack_id)
  const own = active.pack.ref.id === project.pack_id ? project.default_target : undefined
  return {
    view: { kind: 'project', id, project_ids: [id] },
    active,
    target: targetOf(active, asked.target ?? own),
  }
}

async function caseSubject(
  deps: Deps,
  ports: ReadinessPorts,
  scope: Scope,
  id: string,
  asked: Asked,
): Promise<Subject> {
  const found = (await ports.scopeOfCase(scope, id)) ?? notFound('case', id)
  const active = await deps.packs.pinned(scope, found.pack)
  return {
    view: { kind: 'case', id, project_ids: [found.projectId] },
    active,
    target: targetOf(active, asked.target ?? found.target),
    objectsOf: found.objectsOf,
  }
}
