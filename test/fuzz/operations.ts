// The operations of a document, in the order in which they are tried.
import type { OpenApi, Operation } from './requests.ts'

export interface Row {
  method: string
  path: string
  operation: Operation
}

/** Deleting the workspace also removes the caller. */
const ENDS_ALL = /\/app\/customer$/

/** Reads come first: they find names that the other operations use. */
export function operationsOf({ paths }: OpenApi): Row[] {
  const order = ['get', 'post', 'put', 'patch', 'delete']
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const rank = ({ method, path }: { method: string; path: string }) =>
    order.indexOf(method.toLowerCase()) * 10 + path.split('{').length + (ENDS_ALL.test(path) ? 100 : 0)
  return all.toSorted((a, b) => rank(a) - rank(b))
}
