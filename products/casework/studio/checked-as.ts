// Checks data of a pack that only the studio reads. Faults are reported as those of the pack.
import { fail } from '@veritrace/platform/errors'
import { checkValue, type Static, type TSchema } from '@veritrace/platform/json-schema'

export function checkedAs<T extends TSchema>(schema: T, value: unknown, file: string): Static<T> {
  const { value: fitting, faults } = checkValue(schema, value)
  if (!faults) return fitting as Static<T>
  const errors = faults.map(({ path, message }) => ({ path: `${file}${path && `: ${path}`}`, message }))
  return fail('pack_invalid', `${file} of the pack is invalid: ${faults[0]!.path} ${faults[0]!.message}.`, { errors })
}
