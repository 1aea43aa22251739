// Shapes were checked when they were kept, by the rules of that day. If today's refuse them, whoever meets them reads
// which.
import { AppError, isAppError } from '@veritrace/platform/errors'
import type { Ask } from './threads/pool.ts'

const REFUSED = ['pattern_refused', 'shape_invalid', 'shape_unsupported']

/** The texts are in the order of the names. */
export async function beginShapes(ask: Ask, shapes: readonly { name: string }[], turtle: string[]): Promise<void> {
  try {
    await ask({ do: 'begin', shapes: turtle })
  } catch (error) {
    if (!isAppError(error) || !REFUSED.includes(error.code)) throw error
    const names = shapes.map(({ name }) => `“${name}”`).join(', ')
    const which = shapes.length === 1 ? `The shape ${names}` : `One of the shapes ${names}`
    throw new AppError(
      'pattern_refused',
      `${which} was kept when more was allowed, and cannot be run any more. ${error.message} Change or delete the shape.`,
      error.extras,
    )
  }
}
