// A page as vendors publish them. A supplier is "Name @place =purpose !standing".

export interface Published {
  shape: string
  kind: string
  /** HTML if nothing is said. */
  type?: string
  suppliers: readonly string[]
  html: string
}
