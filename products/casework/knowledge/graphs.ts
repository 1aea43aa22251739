// Opens one graph client per tenant, because a token is valid for one tenant only.
import type { Clock } from '@veritrace/platform/clock'
import {
  type GraphSender,
  type GraphTarget,
  openGraphFetch,
  openGraphSender,
} from '@veritrace/platform/outside/graph/send'

export type GraphFor = (tenant: string) => Promise<GraphTarget | undefined>

interface GraphAccess {
  sender: GraphSender
  url: string
}

export interface Graphs {
  /** Whether a graph is configured at all. */
  isOn: boolean
  /** Undefined if no graph client is configured for the tenant; its changes stay in the outbox. */
  of(tenant: string): Promise<GraphAccess | undefined>
  close(): Promise<void>
}

export function openGraphs({ clock, graphFor }: { clock: Clock; graphFor?: GraphFor | undefined }): Graphs {
  const fetch = openGraphFetch()
  const known = new Map<string, Promise<GraphAccess | undefined>>()
  const open = async (tenant: string): Promise<GraphAccess | undefined> => {
    const target = await graphFor?.(tenant)
    return target && { sender: openGraphSender({ fetch, clock }, target), url: target.url }
  }
  return {
    isOn: graphFor !== undefined,
    of(tenant) {
      const opened = known.get(tenant) ?? open(tenant)
      known.set(tenant, opened)
      // Do not cache a missing configuration or a failure: either may be fixed later.
      opened.then(
        (access) => access ?? known.delete(tenant),
        () => known.delete(tenant),
      )
      return opened
    },
    close: fetch.close,
  }
}
