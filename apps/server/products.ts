// The products by name. Products that do not run are not loaded, because each has hundreds of modules.
import type { CaseworkParts } from '@veritrace/casework'
import type { GraphParts } from '@veritrace/graph'
import { PRODUCT_NAMES, type ProductName } from '@veritrace/platform/config/config'
import type { MigrationFolder } from '@veritrace/platform/db/migrate'
import type { Product } from '@veritrace/platform/product'
import type { ProvenanceParts } from '@veritrace/provenance'

type Parts = ProvenanceParts & GraphParts & CaseworkParts
type OpenProduct = (parts: Parts) => Product | Promise<Product>

/** The migrations of all products, because the products of an installation share a database. */
export const MIGRATIONS: readonly MigrationFolder[] = PRODUCT_NAMES.map((room) => ({
  room,
  folder: new URL('./migrations/', import.meta.resolve(`@veritrace/${room}`)),
}))

const LOAD: Record<ProductName, () => Promise<OpenProduct>> = {
  provenance: async () => (await import('@veritrace/provenance')).provenance,
  graph: async () => (await import('@veritrace/graph')).graph,
  casework: async () => (await import('@veritrace/casework')).casework,
}

/** Loaded one after the other: in parallel, one may require a module that another has only begun to load. */
export async function loadProducts(names: readonly ProductName[]): Promise<OpenProduct[]> {
  const loaded: OpenProduct[] = []
  for (const name of names) loaded.push(await LOAD[name]())
  return loaded
}
