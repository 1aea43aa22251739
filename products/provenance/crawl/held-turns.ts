// Rendering a page counts as one visit: until it ends, its host gets no other requests, the page's requests run one after another,
// and the usual pause follows.
import type { HostResponse } from './politeness.ts'
import { inTurn } from './turns.ts'

interface Held {
  /** The last request to this origin. */
  last: Promise<unknown>
  observed: HostResponse
}

export function holdTurns(): { take: typeof inTurn; leave(): Promise<void> } {
  const held = new Map<string, Promise<Held>>()
  const turns: Promise<void>[] = []
  const over = Promise.withResolvers<void>()

  const hold = (...[deps, origin, options]: Parameters<typeof inTurn>): Promise<Held> => {
    const begun = Promise.withResolvers<Held>()
    const turn = inTurn(deps, origin, options, async () => {
      const mine: Held = { last: Promise.resolve(), observed: { status: 200, tookMs: 0 } }
      begun.resolve(mine)
      await over.promise
      return { value: undefined, observed: mine.observed }
    })
    turns.push(turn.catch(begun.reject))
    return begun.promise
  }
  const take: typeof inTurn = async (deps, origin, options, work) => {
    const known = held.get(origin) ?? hold(deps, origin, options, work)
    held.set(origin, known)
    const mine = await known
    const doing = mine.last.then(work)
    mine.last = doing.catch(() => {})
    try {
      const { value, observed } = await doing
      if (isWorse(observed, mine.observed)) mine.observed = observed
      return value
    } catch (error) {
      mine.observed = { status: undefined, tookMs: 0 }
      throw error
    }
  }
  return {
    take,
    async leave() {
      over.resolve()
      await Promise.all(turns)
    },
  }
}

const isOverloaded = ({ status }: HostResponse): boolean => status === undefined || status === 429 || status === 503
const isWorse = (one: HostResponse, other: HostResponse): boolean =>
  isOverloaded(one) === isOverloaded(other) ? one.tookMs > other.tookMs : isOverloaded(one)
