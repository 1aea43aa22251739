// Snapshot in, claims out. Pure and versioned: the same input gives the same claims, so snapshots can be read again.

import { articleFindings } from './ai/article-50.ts'
import { trainingFinding } from './ai/training.ts'
import { isAgreement } from './certifications/agreement.ts'
import { certificationFindings } from './certifications/claims.ts'
import { claimOf, type Finding } from './claim.ts'
import { Reading } from './clauses/reading.ts'
import { contradicted } from './confidence.ts'
import { aiFindings } from './controls/ai.ts'
import { disclosureFindings } from './controls/disclosure.ts'
import { encryptionFindings } from './controls/encryption.ts'
import { penetrationTestFindings } from './controls/penetration-tests.ts'
import { policyDateFindings } from './controls/policy-dates.ts'
import { residencyFindings } from './controls/residency.ts'
import { statementsOf } from './controls/statements.ts'
import { statusFindings } from './controls/status.ts'
import { datesIn } from './dates.ts'
import { featuresOf, type Page, valuesIn } from './features.ts'
import { languagesOf } from './language/block-languages.ts'
import { ownNames } from './language/own-names.ts'
import { joinPrintedLines } from './read/printed-lines.ts'
import { readDocument } from './read/read.ts'
import { subprocessorFindings } from './subprocessors/claims.ts'
import { blanksIn, isBlank, isTemplate } from './template.ts'
import { termFindings } from './terms/claims.ts'
import type { Claim, DocumentContext, Extraction, ReadDocument } from './types.ts'
import { EXTRACTOR_VERSION } from './version.ts'

/** Extracts from fetched bytes. Parsing a PDF is asynchronous; everything after it is in `extractClaims`. */
export async function extract(bytes: Uint8Array, contentType: string, context: DocumentContext): Promise<Extraction> {
  return extractClaims(await readDocument(bytes, contentType), context)
}

export function extractClaims(document: ReadDocument, context: DocumentContext): Extraction {
  const own = ownNames(context.vendor)
  const template = isTemplate(document, context, own)
  const blocks = joinPrintedLines(document.text, document.blocks)
  const languages = languagesOf(blocks, document.language)
  const reading = new Reading(document, blocks, own, languages.of)
  const agreement = isAgreement(document, context, reading)
  const subprocessors = subprocessorFindings(document, context, reading)
  const findings = template
    ? []
    : [
        ...certificationFindings(reading, agreement),
        ...termFindings(reading, context.kind, agreement),
        ...subprocessors.findings,
        ...controlFindings(document, context, reading),
      ]
  const blanks = blanksIn(document)
  const filled = findings.filter((finding) => !isBlank(blanks, finding))
  const page: Page = { context, reading, values: valuesIn(filled) }
  const claims = withContradictions(filled.map((finding) => claimOf(document, finding, featuresOf(finding, page))))
  return {
    version: EXTRACTOR_VERSION,
    text: document.text,
    title: document.title,
    blocks: document.blocks,
    claims,
    warnings: [
      ...document.warnings,
      ...languages.notRead.map((language) => `language_not_read:${language}`),
      ...(template ? ['template_placeholder'] : [...subprocessors.warnings, ...oldEditions(claims)]),
    ],
    gaps: template ? [] : subprocessors.gaps,
    dates: datesIn(document.text),
  }
}

function controlFindings(document: ReadDocument, context: DocumentContext, reading: Reading): Finding[] {
  const statements = statementsOf(document, reading.own)
  const training = trainingFinding(reading)
  return [
    ...residencyFindings(context, reading),
    ...encryptionFindings(reading),
    ...penetrationTestFindings(document, reading),
    ...disclosureFindings(document, context, reading),
    ...articleFindings(reading),
    ...aiFindings(document, context, { all: statements, reading, trains: training !== undefined }),
    ...(training ? [training] : []),
    ...statusFindings(document, context),
    ...policyDateFindings(document, context),
  ]
}

/** Lowers the confidence of blocks on one page that disagree. */
function withContradictions(claims: Claim[]): Claim[] {
  const key = (claim: Claim): string => String(claim.details.family ?? '')
  const supported = new Set(claims.filter(({ relation }) => relation === 'supports').map(key))
  const refuted = new Set(claims.filter(({ relation }) => relation === 'refutes').map(key))
  return claims.map((claim) => {
    const disputed = key(claim) !== '' && supported.has(key(claim)) && refuted.has(key(claim))
    if (!disputed || (claim.relation !== 'supports' && claim.relation !== 'refutes')) return claim
    return { ...claim, confidence: contradicted(claim.confidence), factors: { ...claim.factors, contradiction: -0.25 } }
  })
}

/** Certificates for the 2013 edition of ISO 27001 became invalid at the end of the transition, on 2025-10-31. */
function oldEditions(claims: readonly Claim[]): string[] {
  const old = claims.some(
    ({ details, relation }) => relation === 'supports' && details.standard === 'iso27001' && details.edition === '2013',
  )
  return old ? ['expired_edition'] : []
}
