// Text records of a name, for proofs of ownership. A name without any has none; a resolver that fails throws.
import { Resolver } from 'node:dns/promises'

export type ResolveTxt = (name: string) => Promise<string[]>

/** For each server that the system names, which is enough for one lost packet. */
const LIMITS = { timeout: 1_500, tries: 2 }

const ABSENT = new Set(['ENOTFOUND', 'ENODATA'])

export const resolveTxt: ResolveTxt = async (name) => {
  try {
    // A new one each time: the servers of the system may have changed.
    return (await new Resolver(LIMITS).resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    if (ABSENT.has(String((error as NodeJS.ErrnoException).code))) return []
    throw error
  }
}
