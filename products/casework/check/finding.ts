// One finding of a check, with a fingerprint that survives edits of the code around it. Pure.
import { hash } from 'node:crypto'
import type { Access } from '../estate/estate.ts'
import { type Named, shortForm } from '../model/artifacts.ts'

export const SEVERITIES = ['error', 'warning', 'note'] as const
export type Severity = (typeof SEVERITIES)[number]

export interface Finding {
  fingerprint: string
  /** The kind of finding in the pack: write, read, call, … */
  rule: string
  /** Rank of the kind, starting at 1. */
  rank: number
  level: string
  severity: Severity
  /** The custom object that the source belongs to. */
  object: Named
  /** What it uses. Absent for a technique. */
  reference?: Named
  access?: Access
  technology?: string
  /** The row of the pack's rules that decided the level. */
  decided_by: string
  /** Path within the sources, with forward slashes. */
  file: string
  line: number
  column?: number
  length?: number
  /** How many places it covers. The position is that of the first. */
  places: number
  message: string
  successors: readonly string[]
}

interface Marked {
  object: Named
  file: string
  /** The name that is used, or the technique. */
  subject: string
  way: string
}

/**
 * Numbers equal uses in a file: the first, the second, and so on. Lines, folders and the type of the used object are not part
 * of the fingerprint, so moved code or a changed list does not make a finding new.
 */
export function openFingerprints(): (marked: Marked) => string {
  const seen = new Map<string, number>()
  return ({ object, file, subject, way }) => {
    const base = file.slice(file.lastIndexOf('/') + 1).toLowerCase()
    const key = [shortForm(object), base, subject, way].join('\n')
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return hash('sha256', `${key}\n${count}`).slice(0, 32)
  }
}

/** By file and position. */
export const byPlace = (a: Finding, b: Finding): number =>
  compare(a.file, b.file) ||
  a.line - b.line ||
  (a.column ?? 0) - (b.column ?? 0) ||
  compare(a.fingerprint, b.fingerprint)

/** Most severe first: by severity, then by kind, then by position. */
export const byRisk = (a: Finding, b: Finding): number =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || a.rank - b.rank || byPlace(a, b)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
