// Recognizes plurals of type names. Pure.
import type { Pack } from '../../packs/pack.ts'
import { typeFor } from '../../rating/identity.ts'

/** `tables` is `table` in the pack, `cds entities` is `cds entity`; undefined for general words such as `objects`. */
export const typeOfPlural = (pack: Pack, plural: string): string | undefined =>
  [plural, plural.replace(/s$/, ''), plural.replace(/es$/, ''), plural.replace(/ies$/, 'y')]
    .map((word) => typeFor(pack, word))
    .find((type) => type !== undefined)
