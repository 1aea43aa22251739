// Shapes: the endpoints of contract/graph/shapes.ts.
import { shapes } from '@veritrace/contract/graph/shapes'
import type { Caller } from '@veritrace/platform/caller'
import { fail, notFound } from '@veritrace/platform/errors'
import { implement } from '@veritrace/platform/implement'
import type { Graph } from '../deps.ts'
import { type Scope, scopeOf } from '../scope/scope.ts'
import { jobOf } from './check-turtle.ts'
import { createShape } from './create-shape.ts'
import { readShapeId, shapeUrn } from './rules.ts'
import { runValidation } from './run-validation.ts'
import { findShape, listShapes } from './store.ts'
import type { ShapeRow } from './tables.ts'
import { deleteShape, updateShape } from './update-shape.ts'
import { viewShape } from './view.ts'

export const shapesApi = (deps: Graph) => {
  const getShape = async (scope: Scope, name: string): Promise<ShapeRow> => {
    const id = readShapeId(name) ?? notFound('shape', name)
    return (await findShape(deps.db, scope, id)) ?? notFound('shape', name)
  }
  const formOf = async (caller: Caller, { id, name, turtle }: ShapeRow, target: string | undefined) => {
    const form = await deps.validators.run(jobOf(caller), (ask) => ask({ do: 'form', turtle, target }))
    return { id: shapeUrn(id), name, ...(form ?? unknownTarget(target!)) }
  }
  return implement(shapes, {
    list: async ({ query, headers }, caller) => {
      const { items, next } = await listShapes(deps.db, scopeOf(caller, headers), query)
      return { items: items.map(viewShape), next }
    },
    create: ({ body, headers }, caller) => createShape(deps, caller, scopeOf(caller, headers), body),
    get: async ({ params, headers }, caller) => viewShape(await getShape(scopeOf(caller, headers), params.id)),
    update: ({ params, body, headers, ifVersion }, caller) =>
      updateShape(deps, caller, scopeOf(caller, headers), params.id, body, ifVersion),
    delete: ({ params, headers, ifVersion }, caller) =>
      deleteShape(deps, caller, scopeOf(caller, headers), params.id, ifVersion),
    ui: async ({ params, query, headers }, caller) =>
      formOf(caller, await getShape(scopeOf(caller, headers), params.id), query.target),
    validate: ({ body, headers, signal }, caller) => runValidation(deps, caller, body, { headers, signal }),
  })
}

function unknownTarget(target: string): never {
  const errors = [
    { path: 'target', message: `refers to “${target}”, which is neither a class nor a shape in this text` },
  ]
  return fail('unknown_reference', `${errors[0]!.path} ${errors[0]!.message}.`, { errors })
}
