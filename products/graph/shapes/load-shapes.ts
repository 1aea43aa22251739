// Starts a validation with stored shapes. A shape may have been stored under older, looser rules: then the error names
// it.
import { AppError, isAppError } from '@veritrace/platform/errors'
import type { Ask } from './threads/pool.ts'

const REFUSED = ['pattern_refused', 'shape_invalid', 'shape_unsupported']

/** `turtle` has the same order as `shapes`. */
export async function loadShapes(ask: Ask, shapes: readonly { name: string }[], turtle: string[]): Promise<void> {
  try {
    await ask({ do: 'begin', shapes: turtle })
  } catch (error) {
    if (!isAppError(error) || !REFUSED.includes(error.code)) throw error
    const names = shapes.map(({ name }) => `“${name}”`).join(', ')
    const which = shapes.length === 1 ? `The shape ${names}` : `One of the shapes ${names}`
    throw new AppError(
      'pattern_refused',
      `${which} was stored under older rules and can no longer run. ${error.message} Change or delete the shape.`,
      error.extras,
    )
  }
}
