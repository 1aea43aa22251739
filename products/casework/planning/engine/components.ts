import type { PlanInput } from './input.ts'

/** The application component of an object, or its package if none is given. */
export const componentOf = ({ estate }: Pick<PlanInput, 'estate'>, at: number): string =>
  estate.objects[at]!.component || estate.objects[at]!.package
