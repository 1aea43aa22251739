// The operations of the query page: those of the API, for users with a browser session.
import { behindQueryPage, queryPage } from '@veritrace/contract/graph/console'
import type { Caller } from '@veritrace/platform/caller'
import { fail } from '@veritrace/platform/errors'
import type { Mounted } from '@veritrace/platform/implement'

type Name = keyof typeof queryPage

/** Adds the operations of the query page to the mounted ones. */
export const withQueryPage = (mounted: readonly Mounted[]): Mounted[] => [
  ...mounted,
  ...(Object.keys(queryPage) as Name[]).map((name) => {
    const behind = mounted.find(({ endpoint }) => endpoint === behindQueryPage[name])
    if (!behind) throw new Error(`${behindQueryPage[name].line} is not mounted`)
    return { endpoint: queryPage[name], handler: withProduct(behind.handler) }
  }),
]

/** The HTTP layer checks the customer's products for tokens but not for sessions, so they are checked here. */
const withProduct = (handler: Mounted['handler']): Mounted['handler'] => {
  const checked = (input: never, caller: Caller): unknown => {
    if (!caller.products.includes('graph')) fail('scope_denied', 'Your account does not include the graph product.')
    return handler(input, caller as never)
  }
  return checked
}
