// Common addresses of these pages, tried only for kinds without another candidate.
import type { SourceKind } from './kinds.ts'

export const KNOWN_PATHS: readonly (readonly [SourceKind, readonly string[]])[] = [
  ['trust_center', ['/trust', '/trust-center', '/security/trust']],
  ['security', ['/security', '/legal/security', '/company/security', '/about/security']],
  [
    'subprocessors',
    [
      ...['/subprocessors', '/legal/subprocessors', '/legal/sub-processors', '/terms/subprocessors', '/sub-processors'],
      ...['/policies/subprocessors', '/trust/subprocessors', '/privacy/subprocessors', '/company/subprocessors'],
    ],
  ],
  ['dpa', ['/dpa', '/legal/dpa', '/legal/data-processing-agreement', '/legal/data-processing-addendum', '/terms/dpa']],
  ['privacy', ['/privacy', '/legal/privacy', '/privacy-policy', '/legal/privacy-policy']],
  ['compliance', ['/compliance', '/gdpr', '/legal/compliance', '/security/compliance']],
  ['vulnerability_disclosure', ['/security/disclosure', '/responsible-disclosure', '/legal/responsible-disclosure']],
  ['ai_policy', ['/ai-policy', '/legal/ai-policy', '/legal/ai-terms', '/trust/ai']],
  ['responsible_ai', ['/responsible-ai']],
]

/** Common subdomains of the vendor's domain. */
export const KNOWN_HOSTS: readonly (readonly [SourceKind, string])[] = [
  ['trust_center', 'trust'],
  ['status', 'status'],
]

export const MANIFEST_PATH = '/.well-known/trust.json'
export const SECURITY_TXT_PATHS = ['/.well-known/security.txt', '/security.txt'] as const
