// Projects: the endpoints of contract/casework/projects.ts.
import { projects } from '@veritrace/contract/casework/projects'
import { implement } from '@veritrace/platform/implement'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import { getProject } from '../projects/get-project.ts'
import { listProjects } from '../projects/store.ts'
import { createProject } from './create-project.ts'
import { deleteProject } from './delete-project.ts'
import { type ProjectPorts, updateProject } from './update-project.ts'
import { viewProject } from './view.ts'

export const projectsApi = (deps: Casework, ports: ProjectPorts) =>
  implement(projects, {
    list: async ({ query }, caller) => {
      const scope = scopeOf(caller)
      const { items, next, total } = await listProjects(deps.db, scope, query)
      const ids = items.map(({ id }) => id)
      const open = await ports.dependents.openCases(deps.db, scope, ids)
      return { items: items.map((row) => viewProject(row, open.get(row.id) ?? 0)), next, total }
    },
    create: ({ body }, caller) => createProject(deps, caller, body),
    get: async ({ params }, caller) => {
      const scope = scopeOf(caller)
      const project = await getProject(deps.db, scope, params.id)
      const open = await ports.dependents.openCases(deps.db, scope, [project.id])
      return viewProject(project, open.get(project.id) ?? 0)
    },
    update: ({ params, body, ifVersion }, caller) => updateProject(deps, ports, caller, params.id, body, ifVersion),
    remove: ({ params, query, ifVersion }, caller) =>
      deleteProject(deps, ports, caller, params.id, query.cascade ?? false, ifVersion),
  })
