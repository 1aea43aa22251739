// The operations of the query page: those of the API, for who has signed in with a browser.
import { behindQueryPage, queryPage } from '@veritrace/contract/graph/console'
import { fail } from '@veritrace/platform/errors'
import type { Mounted } from '@veritrace/platform/http/implement'
import type { Caller } from '@veritrace/platform/identity/caller'

type Name = keyof typeof queryPage

/** What was given, and the operations of the query page besides. */
export const withQueryPage = (mounted: readonly Mounted[]): Mounted[] => [
  ...mounted,
  ...(Object.keys(queryPage) as Name[]).map((name) => {
    const behind = mounted.find(({ endpoint }) => endpoint === behindQueryPage[name])
    if (!behind) throw new Error(`${behindQueryPage[name].line} is not mounted`)
    return { endpoint: queryPage[name], handler: withProduct(behind.handler) }
  }),
]

/** The gate asks a token whether its customer has the product; a session it lets pass, so it is asked here. */
const withProduct = (handler: Mounted['handler']): Mounted['handler'] => {
  const checked = (input: never, caller: Caller): unknown => {
    if (!caller.products.includes('graph')) fail('scope_denied', 'The customer does not have the product graph.')
    return handler(input, caller as never)
  }
  return checked
}
