// One finding of a check: what is used, where, what it counts as, and a fingerprint that survives edits around it. Pure.
import { hash } from 'node:crypto'
import type { Access } from '../estate/estate.ts'
import { type Named, shortForm } from '../model/artifacts.ts'

export const SEVERITIES = ['error', 'warning', 'note'] as const
export type Severity = (typeof SEVERITIES)[number]

export interface Finding {
  fingerprint: string
  /** What the pack calls this kind of finding: write, read, call, … */
  rule: string
  /** Of the kind: 1 comes first. */
  rank: number
  level: string
  severity: Severity
  /** The customer's object that the source belongs to. */
  object: Named
  /** What it uses; absent for a technique. */
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
  /** How many places it stands for; the position is that of the first. */
  places: number
  message: string
  successors: readonly string[]
}

interface Marked {
  object: Named
  file: string
  /** What is used, or which technique. */
  subject: string
  way: string
}

/**
 * Numbers the places at which one file uses the same thing in the same way: the first, the second, and so on. Lines do not
 * count, nor do folders, nor the type of what is used: so no finding is new because code moved or a list learned something.
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

/** What hurts most first: by severity, then by kind, then by position. */
export const byRisk = (a: Finding, b: Finding): number =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || a.rank - b.rank || byPlace(a, b)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
