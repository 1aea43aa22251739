// A page as vendors publish them. A supplier is "Name @place =purpose !standing".

export interface Published {
  shape: string
  kind: string
  suppliers: readonly string[]
  html: string
}
