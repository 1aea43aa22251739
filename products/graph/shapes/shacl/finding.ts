// Creates a single finding of a shape.
import type { Finding, Shape } from './shapes.ts'
import type { Key } from './terms.ts'
import { sh } from './vocabulary.ts'

export type Details = Partial<Pick<Finding, 'value' | 'path'>>

export const finding = (shape: Shape, component: string, focus: Key, message: string, more: Details = {}): Finding => ({
  shape,
  component: sh(`${component}ConstraintComponent`),
  focus,
  path: more.path ?? shape.path,
  value: more.value,
  message,
})
