// Text records of a name, for proofs of ownership. A name without any has none; a resolver that fails throws.
import { resolveTxt as resolve } from 'node:dns/promises'

export type ResolveTxt = (name: string) => Promise<string[]>

const ABSENT = new Set(['ENOTFOUND', 'ENODATA'])

export const resolveTxt: ResolveTxt = async (name) => {
  try {
    return (await resolve(name)).map((parts) => parts.join(''))
  } catch (error) {
    if (ABSENT.has(String((error as NodeJS.ErrnoException).code))) return []
    throw error
  }
}
