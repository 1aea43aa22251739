// What the lists of the Cloudification Repository have in common: four fields of identity, states, kinds of successor.
import { isObject, listOf, textOf } from './fields.ts'
import { distinct, type Identity } from './record.ts'

export const RELEASE_STATES: ReadonlySet<string> = new Set([
  'released',
  'deprecated',
  'notToBeReleased',
  'notToBeReleasedStable',
])
export const CLASSIFICATION_STATES: ReadonlySet<string> = new Set(['classicAPI', 'noAPI', 'internalAPI'])

/** Identity is what is used, never the container: function modules move between groups. */
export const identityOf = (
  element: Record<string, unknown>,
): Identity & Record<'container_type' | 'container_name', string> => ({
  type: textOf(element.objectType),
  key: textOf(element.objectKey),
  container_type: textOf(element.tadirObject),
  container_name: textOf(element.tadirObjName),
})

export const placeOf = (element: Record<string, unknown>) => ({
  software_component: textOf(element.softwareComponent),
  component: textOf(element.applicationComponent),
})

export const successorsOf = (element: Record<string, unknown>): Identity[] =>
  distinct(
    listOf(element.successors).map((successor) => {
      const { type, key } = identityOf(isObject(successor) ? successor : {})
      return { type, key }
    }),
  )

/** A state that the format does not know today is kept as written, and said to be so. */
export const flagged = (states: ReadonlySet<string>, state: string): { unrecognised_state: true } | undefined =>
  state === '' || states.has(state) ? undefined : { unrecognised_state: true }

/** Where the file does not say: nothing replaces what may stay, something is missing for what may not. */
export function kindOf(successors: readonly Identity[], staysUsable: boolean): string {
  if (successors.length > 0) return successors.length === 1 ? 'oneObject' : 'multipleObjects'
  return staysUsable ? '' : 'none'
}
