// The door of the product. Its slices are not built yet; test/not-built.txt lists what is missing.
import type { Product } from '@veritrace/platform/product'

export const casework = (): Product => ({ name: 'casework', endpoints: [], jobs: [], pages: [] })
