// What people call many things of a type. Pure.
import type { Pack } from '../../packs/pack.ts'
import { typeFor } from '../../rating/identity.ts'

/** `tables` is `table` to the pack, `cds entities` is `cds entity`; undefined for `objects` and the like. */
export const typeOfPlural = (pack: Pack, plural: string): string | undefined =>
  [plural, plural.replace(/s$/, ''), plural.replace(/es$/, ''), plural.replace(/ies$/, 'y')]
    .map((word) => typeFor(pack, word))
    .find((type) => type !== undefined)
