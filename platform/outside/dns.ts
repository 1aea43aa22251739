// TXT records of a name, for proofs of ownership. A name without any returns none; a failing resolver throws.
import { Resolver } from 'node:dns/promises'

export type ResolveTxt = (name: string) => Promise<string[]>

/** Per server in the system configuration; enough for one lost packet. */
const LIMITS = { timeout: 1_500, tries: 2 }

const ABSENT = new Set(['ENOTFOUND', 'ENODATA'])

export const resolveTxt: ResolveTxt = async (name) => {
  try {
    // A new resolver each time, because the system configuration may have changed.
    return (await new Resolver(LIMITS).resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    if (ABSENT.has(String((error as NodeJS.ErrnoException).code))) return []
    throw error
  }
}
