// The syntax tests of the W3C suites, and the texts of their evaluation tests. The parser must accept or reject each
// correctly.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Parser as TurtleParser } from 'n3'
import { checkLimits } from './limits.ts'
import { parseSparql } from './parse.ts'

const suite = join(import.meta.dirname, '../../../../shared/data/w3c/sparql/sparql11')
const skip = existsSync(suite) ? false : 'the W3C suites are not next to the repository'

for (const kind of ['query', 'update'] as const) {
  test(`every valid text of the W3C ${kind} suite is parsed, and within the limits`, { skip }, () => {
    const valid = entries(kind).filter(({ valid }) => valid)
    assert.ok(valid.length > 100, 'too few texts: was the suite read?')
    for (const { file, text } of valid) {
      const refusal = refusalOf(kind, text)
      assert.equal(refusal, undefined, `${file}: ${refusal}`)
    }
  })

  test(`every invalid text of the W3C ${kind} suite is rejected with a message`, { skip }, () => {
    const wrong = entries(kind).filter(({ valid }) => !valid)
    assert.ok(wrong.length > 10, 'too few texts: was the suite read?')
    for (const { file, text } of wrong) assert.match(refusalOf(kind, text) ?? 'accepted', /^sparql_syntax .+\.$/s, file)
  })
}

function refusalOf(kind: 'query' | 'update', text: string): string | undefined {
  const options = { baseIri: 'http://example.com/suite/' }
  try {
    checkLimits(kind === 'query' ? parseSparql(text, kind, options) : parseSparql(text, kind, options))
    return undefined
  } catch (error) {
    assert.ok(error instanceof Error && 'code' in error, String(error))
    return `${error.code} ${error.message}`
  }
}

const MF = 'http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#'
const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'
const ACTION = [
  'http://www.w3.org/2001/sw/DataAccess/tests/test-query#query',
  'http://www.w3.org/2009/sparql/tests/test-update#request',
]
const QUERY_TESTS = ['PositiveSyntaxTest11', 'NegativeSyntaxTest11', 'QueryEvaluationTest']
const UPDATE_TESTS = ['PositiveUpdateSyntaxTest11', 'NegativeUpdateSyntaxTest11', 'UpdateEvaluationTest']

interface Entry {
  file: string
  text: string
  valid: boolean
}

function entries(kind: 'query' | 'update'): Entry[] {
  const main = read(`manifest-sparql11-${kind}.ttl`)
  const folders = main.filter(({ object }) => object.value.endsWith('/manifest.ttl')).map(({ object }) => object.value)
  const types = kind === 'query' ? QUERY_TESTS : UPDATE_TESTS
  return folders.flatMap((manifest) => entriesOf(manifest, types))
}

function entriesOf(manifest: string, types: readonly string[]): Entry[] {
  const quads = read(manifest)
  const folder = manifest.slice(0, -'manifest.ttl'.length)
  const objectsOf = (subject: string, predicates: readonly string[]): string[] =>
    quads
      .filter((quad) => quad.subject.value === subject && predicates.includes(quad.predicate.value))
      .map((q) => q.object.value)
  return quads
    .filter(({ predicate, object }) => predicate.value === TYPE && types.some((type) => object.value === MF + type))
    .map(({ subject, object }) => {
      const [action = ''] = objectsOf(subject.value, [`${MF}action`])
      const [file = action] = objectsOf(action, ACTION)
      return {
        file: folder + file,
        text: readFileSync(join(suite, folder, file), 'utf8'),
        valid: !object.value.includes('Negative'),
      }
    })
}

const read = (file: string) => new TurtleParser({ baseIRI: undefined }).parse(readFileSync(join(suite, file), 'utf8'))
