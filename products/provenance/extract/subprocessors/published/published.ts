// A page with the expected suppliers, each written as "Name @place =purpose !standing".

export interface Published {
  shape: string
  kind: string
  /** Content type; default: HTML. */
  type?: string
  suppliers: readonly string[]
  html: string
}
