// Runs the tests of a pack against its tables. A pack with a failing test is not loaded.
import { ownValue } from '@veritrace/platform/names'
import type { Reader } from './files/reader.ts'
import type { Pack } from './pack.ts'
import { decide } from './rules.ts'
import { TestFile } from './schemas.ts'

export function runTests(reader: Reader, pack: Pack): { passed: number; total: number } {
  const counts = { passed: 0, total: 0 }
  for (const file of reader.below('tests')) {
    const cases = reader.yaml(file, TestFile) ?? []
    cases.forEach((one, place) => {
      counts.total += 1
      const faults = runCase(pack, one)
      if (faults.length === 0) counts.passed += 1
      for (const message of faults) reader.refuse(file, String(place), message)
    })
  }
  return counts
}

interface Case {
  given: Record<string, unknown>
  expect: Record<string, unknown>
}

function runCase(pack: Pack, { given, expect }: Case): string[] {
  const { table: name = 'level', ...inputs } = given
  const table = ownValue(pack.tables, String(name))
  if (!table) return [`there is no table ${name}`]
  const unknown = Object.keys(inputs).filter((input) => !table.inputs.includes(input))
  if (unknown.length > 0) return [`${unknown.join(', ')} is not an input of ${name}`]
  const options = pack.options.map((option) => [`options.${option.id}`, option.fallback])
  const { row, then } = decide(table, { ...Object.fromEntries(options), ...inputs })
  const actual: Record<string, unknown> = { row, ...then }
  return Object.entries(expect)
    .filter(([key, value]) => String(ownValue(actual, key) ?? null) !== String(value))
    .map(([key, value]) => `expected ${key} ${value}, but ${row} gives ${ownValue(actual, key) ?? 'nothing'}`)
}
