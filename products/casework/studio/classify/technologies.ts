// The title and code that the pack gives a technology. Pure.
import type { Pack } from '../../packs/pack.ts'

type Technologies = Record<string, { code?: string; title?: string } | undefined>

export function technologyOf(
  { importers, scheme }: Pack,
  { kind, line }: { kind: string; line: number },
): { kind: string; title: string; line: number; code: string } {
  const known = ((importers.technologies ?? {}) as Technologies)[kind]
  return { kind, title: known?.title ?? kind, line, code: known?.code ?? scheme.unknown }
}
