// The operations of a document, in the order to try them.
import type { OpenApi, Operation } from './requests.ts'

export interface Row {
  method: string
  path: string
  operation: Operation
}

/** With its workspace the caller itself is gone. */
const ENDS_ALL = /\/app\/customer$/

/** Reading comes first: it finds the names that the others then use. */
export function operationsOf({ paths }: OpenApi): Row[] {
  const order = ['get', 'post', 'put', 'patch', 'delete']
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const rank = ({ method, path }: { method: string; path: string }) =>
    order.indexOf(method.toLowerCase()) * 10 + path.split('{').length + (ENDS_ALL.test(path) ? 100 : 0)
  return all.toSorted((a, b) => rank(a) - rank(b))
}
