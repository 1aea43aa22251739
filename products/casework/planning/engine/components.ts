import type { PlanInput } from './input.ts'

/** What an object belongs to in the business; its package where nobody named a component. */
export const componentOf = ({ estate }: Pick<PlanInput, 'estate'>, at: number): string =>
  estate.objects[at]!.component || estate.objects[at]!.package
