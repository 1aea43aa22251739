// A page that is made in a browser is one visit: its host hears nobody else meanwhile, gets the requests of the page one
// after the other, and is then left alone as after any request.
import type { Told } from './politeness.ts'
import { inTurn } from './turns.ts'

interface Held {
  /** The last request to that origin. */
  last: Promise<unknown>
  told: Told
}

export function holdTurns(): { take: typeof inTurn; leave(): Promise<void> } {
  const held = new Map<string, Promise<Held>>()
  const turns: Promise<void>[] = []
  const over = Promise.withResolvers<void>()

  const hold = (...[deps, origin, options]: Parameters<typeof inTurn>): Promise<Held> => {
    const begun = Promise.withResolvers<Held>()
    const turn = inTurn(deps, origin, options, async () => {
      const mine: Held = { last: Promise.resolve(), told: { status: 200, tookMs: 0 } }
      begun.resolve(mine)
      await over.promise
      return { value: undefined, told: mine.told }
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
      const { value, told } = await doing
      if (isWorse(told, mine.told)) mine.told = told
      return value
    } catch (error) {
      mine.told = { status: undefined, tookMs: 0 }
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

const pleads = ({ status }: Told): boolean => status === undefined || status === 429 || status === 503
const isWorse = (one: Told, other: Told): boolean =>
  pleads(one) === pleads(other) ? one.tookMs > other.tookMs : pleads(one)
