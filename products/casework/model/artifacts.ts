// What an artifact is called: its IRI, the id that follows from it, and the short form people type.
import { hash } from 'node:crypto'
import type { ArtifactRef } from '@veritrace/contract/casework/shapes'

/** A thing that lists and estates name: `TABL` and `VBAK`. */
export interface Named {
  type: string
  name: string
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const ID_LENGTH = 26

/** `TABL:VBAK`; also the key of maps. */
export const shortForm = ({ type, name }: Named): string => `${type}:${name}`

/** `art_` and 26 characters of base 32 of the SHA-256 of the IRI. */
export function artifactId(iri: string): string {
  const digest = hash('sha256', iri, 'buffer')
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of digest) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5 && text.length < ID_LENGTH) {
      bits -= 5
      text += ALPHABET[(value >>> bits) & 31]
    }
    value &= (1 << bits) - 1
    if (text.length === ID_LENGTH) break
  }
  return `art_${text}`
}

export interface Naming {
  pack: string
  /** What comes before `<type>:<name>` in the IRI of a thing from a list, such as `urn:sap:obj:`. */
  iriBase: string
  /** What a thing from a list is called: `object`, `vendor`. */
  kind: string
}

export const catalogIri = ({ iriBase }: Naming, { type, name }: Named): string =>
  `${iriBase}${encodeURIComponent(type)}:${encodeURIComponent(name)}`

export const catalogRef = (naming: Naming, named: Named): ArtifactRef => {
  const iri = catalogIri(naming, named)
  const { type, name } = named
  return { id: artifactId(iri), iri, pack: naming.pack, kind: naming.kind, type, name, label: name }
}

/** A thing of the customer's own estate: the system tells two of the same name apart. */
export const estateIri = (tenant: string, system: string, { type, name }: Named): string =>
  `urn:tenant:${encodeURIComponent(tenant)}:obj:${encodeURIComponent(system)}:${encodeURIComponent(type)}:${encodeURIComponent(name)}`

/** The same as it was called while the system had other names. */
export const formerIris = (
  tenant: string,
  { former_systems }: { former_systems: readonly string[] },
  named: Named,
): string[] => former_systems.map((system) => estateIri(tenant, system, named))

export const estateRef = (pack: string, tenant: string, system: string, named: Named): ArtifactRef => {
  const iri = estateIri(tenant, system, named)
  const { type, name } = named
  return { id: artifactId(iri), iri, pack, kind: 'custom_object', type, name, label: name }
}

/** What such an IRI names, whoever's it is; undefined for any other. */
export function namedByEstateIri(iri: string): Named | undefined {
  const [, type, name] = /^urn:tenant:[^:]+:obj:[^:]+:([^:]+):([^:]+)$/.exec(iri) ?? []
  if (!type || !name) return undefined
  try {
    return { type: decodeURIComponent(type), name: decodeURIComponent(name) }
  } catch {
    return undefined
  }
}

/** Whose system a name of the customer's own is in; `unknown` until a file or a person has said its name. */
export interface Home {
  tenant: string
  system: string
}
export const homeOf = (tenant: string, system = 'unknown'): Home => ({ tenant, system })

/** What its name says is the customer's own, and no upload holds. */
export const OUTSIDE = 'custom_outside'

export const outsideRef = (pack: string, { tenant, system }: Home, named: Named): ArtifactRef => ({
  ...estateRef(pack, tenant, system, named),
  kind: OUTSIDE,
})

/** A package of the customer's own estate. */
export const packageIri = (tenant: string, system: string, name: string): string =>
  `urn:tenant:${encodeURIComponent(tenant)}:pkg:${encodeURIComponent(system)}:${encodeURIComponent(name)}`

/** A component, in the namespace of the things from lists: `urn:sap:obj:` makes `urn:sap:comp:`. */
export const componentIri = ({ iriBase }: Naming, name: string): string =>
  `${iriBase.replace(/[^:]*:$/, '')}comp:${encodeURIComponent(name)}`
