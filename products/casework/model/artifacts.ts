// The names of an artifact: its IRI, the id derived from it, and the short form that people type.
import { hash } from 'node:crypto'
import type { ArtifactRef } from '@veritrace/contract/casework/shapes'

/** An artifact that lists and estates name: `TABL` and `VBAK`. */
export interface Named {
  type: string
  name: string
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const ID_LENGTH = 26

/** `TABL:VBAK`; also used as a map key. */
export const shortForm = ({ type, name }: Named): string => `${type}:${name}`

/** `art_` followed by 26 base-32 characters of the SHA-256 of the IRI. */
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
  /** The part of the IRI before `<type>:<name>` for artifacts from lists, such as `urn:sap:obj:`. */
  iriBase: string
  /** The kind of artifacts from lists: `object`, `vendor`. */
  kind: string
}

export const catalogIri = ({ iriBase }: Naming, { type, name }: Named): string =>
  `${iriBase}${encodeURIComponent(type)}:${encodeURIComponent(name)}`

export const catalogRef = (naming: Naming, named: Named): ArtifactRef => {
  const iri = catalogIri(naming, named)
  const { type, name } = named
  return { id: artifactId(iri), iri, pack: naming.pack, kind: naming.kind, type, name, label: name }
}

/** An object of the customer's own estate. The system distinguishes objects with the same name. */
export const estateIri = (tenant: string, system: string, { type, name }: Named): string =>
  `urn:tenant:${encodeURIComponent(tenant)}:obj:${encodeURIComponent(system)}:${encodeURIComponent(type)}:${encodeURIComponent(name)}`

/** The IRIs of the object under former names of its system. */
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

/** The object that an estate IRI names, in any tenant; undefined for any other IRI. */
export function namedByEstateIri(iri: string): Named | undefined {
  const [, type, name] = /^urn:tenant:[^:]+:obj:[^:]+:([^:]+):([^:]+)$/.exec(iri) ?? []
  if (!type || !name) return undefined
  try {
    return { type: decodeURIComponent(type), name: decodeURIComponent(name) }
  } catch {
    return undefined
  }
}

/** The tenant and system of the customer's own names; `unknown` until a file or a user gives the system's name. */
export interface Home {
  tenant: string
  system: string
}
export const homeOf = (tenant: string, system = 'unknown'): Home => ({ tenant, system })

/** The kind of an object whose name is the customer's own but that no upload contains. */
export const OUTSIDE = 'custom_outside'

export const outsideRef = (pack: string, { tenant, system }: Home, named: Named): ArtifactRef => ({
  ...estateRef(pack, tenant, system, named),
  kind: OUTSIDE,
})

/** A package of the customer's own estate. */
export const packageIri = (tenant: string, system: string, name: string): string =>
  `urn:tenant:${encodeURIComponent(tenant)}:pkg:${encodeURIComponent(system)}:${encodeURIComponent(name)}`

/** A component, in the namespace of the artifacts from lists: `urn:sap:obj:` gives `urn:sap:comp:`. */
export const componentIri = ({ iriBase }: Naming, name: string): string =>
  `${iriBase.replace(/[^:]*:$/, '')}comp:${encodeURIComponent(name)}`
