// Writes a classification for other tools: with custom ratings (Kernseife), or in the published format. Pure.
import type { CLASSIFICATION_FORMATS } from '@veritrace/contract/casework/corpus'
import type { Identity } from '../importers/record.ts'

export interface Rating {
  code: string
  title: string
  criticality: string
  score: string
}

export interface Classified extends Identity {
  container_type: string
  container_name: string
  software_component: string
  component: string
  state: string
  labels: readonly string[]
  successors: readonly Identity[]
}

export type ClassificationFormat = (typeof CLASSIFICATION_FORMATS)[number]

interface Given {
  ratings: readonly Rating[]
  objects: readonly Classified[]
}

export const writeClassification = (format: ClassificationFormat, { ratings, objects }: Given) => ({
  formatVersion: format === 'kernseife' ? ('1' as const) : ('2' as const),
  ...(format === 'kernseife' && { ratings: [...ratings] }),
  objectClassifications: objects.map((one) => ({
    ...identityOf(one, one),
    softwareComponent: one.software_component,
    applicationComponent: one.component,
    state: one.state,
    labels: [...one.labels],
    successors: one.successors.map((after) => identityOf(after)),
  })),
})

/** Function modules and views belong to a container with another name; without a known container, use their own name. */
const identityOf = (
  { type, key }: Identity,
  container: Partial<Pick<Classified, 'container_type' | 'container_name'>> = {},
) => ({
  tadirObject: container.container_type || type,
  tadirObjName: container.container_name || key,
  objectType: type,
  objectKey: key,
})
