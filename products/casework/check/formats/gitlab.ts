// A code quality report for GitLab, which compares the fingerprints of two branches to find what is new in a merge request. Pure.
import type { Result } from '../result.ts'

const SEVERITIES = { error: 'critical', warning: 'major', note: 'minor' } as const

export const asGitLab = ({ pack, compared }: Result): string =>
  `${JSON.stringify(
    compared.map(({ finding: { message, rule, fingerprint, severity, file, line } }) => ({
      description: message,
      check_name: `${pack.ref.id}/${rule}`,
      fingerprint,
      severity: SEVERITIES[severity],
      location: { path: file, lines: { begin: line } },
    })),
    null,
    2,
  )}\n`
