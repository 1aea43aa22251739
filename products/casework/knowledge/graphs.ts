// Who speaks to the graph for which tenant. A token is good for one tenant, so each has a client of its own.
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
  /** Whether there is a graph to tell at all. */
  isOn: boolean
  /** Undefined where no client of the graph is known for the tenant: what is to be said waits. */
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
      // What is missing today may be configured tomorrow, and what failed once may work.
      opened.then(
        (access) => access ?? known.delete(tenant),
        () => known.delete(tenant),
      )
      return opened
    },
    close: fetch.close,
  }
}
