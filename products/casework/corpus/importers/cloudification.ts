// Shared by the lists of the Cloudification Repository: four identity fields, states and successor kinds.
import { isObject, listOf, textOf } from './fields.ts'
import { distinct, type Identity } from './record.ts'

export const RELEASE_STATES: ReadonlySet<string> = new Set([
  'released',
  'deprecated',
  'notToBeReleased',
  'notToBeReleasedStable',
])
export const CLASSIFICATION_STATES: ReadonlySet<string> = new Set(['classicAPI', 'noAPI', 'internalAPI'])

/** Identifies the object itself, not its container: function modules move between groups. */
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

/** An unknown state is stored as written, with a flag. */
export const flagged = (states: ReadonlySet<string>, state: string): { unrecognised_state: true } | undefined =>
  state === '' || states.has(state) ? undefined : { unrecognised_state: true }

/** The default if the file names no kind: `none` means that an unusable object lacks a successor. */
export function kindOf(successors: readonly Identity[], staysUsable: boolean): string {
  if (successors.length > 0) return successors.length === 1 ? 'oneObject' : 'multipleObjects'
  return staysUsable ? '' : 'none'
}
