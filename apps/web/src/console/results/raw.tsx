// The unprocessed result, in a format of the user's choice.
import { useEffect, useState } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { later } from '../../ui/later.tsx'
import { saveText } from '../../ui/save.ts'
import { type Answer, ask, Problem, type ProblemDocument } from '../api.ts'
import type { Asked } from '../outcome.ts'
import { CopyButton } from './copy-button.tsx'
import { Failure } from './states.tsx'

const RawText = later(() => import('../editor/raw-text.tsx'))

const ROWS = {
  'application/sparql-results+json': ['JSON', 'json'],
  'application/sparql-results+xml': ['XML', 'xml'],
  'text/csv': ['CSV', 'csv'],
  'text/tab-separated-values': ['TSV', 'tsv'],
} as const
const TRIPLES = {
  'text/turtle': ['Turtle', 'ttl'],
  'application/n-triples': ['N-Triples', 'nt'],
  'application/ld+json': ['JSON-LD', 'jsonld'],
  'application/rdf+xml': ['RDF/XML', 'rdf'],
} as const

export function Raw({ asked, answer }: { asked: Asked; answer: Answer }) {
  const types: Record<string, readonly [string, string]> = answer.type === 'application/n-triples' ? TRIPLES : ROWS
  const [type, setType] = useState(Object.keys(types)[0]!)
  const [shown, setShown] = useState<Answer>()
  const [problem, setProblem] = useState<ProblemDocument>()

  useEffect(() => {
    setProblem(undefined)
    if (type === answer.type) return setShown(answer)
    const gone = new AbortController()
    setShown(undefined)
    ask(asked.scope, asked.text, type, gone.signal).then(setShown, (error: unknown) => {
      if (error instanceof Problem) setProblem(error.document)
    })
    return () => gone.abort()
  }, [type, answer, asked])

  const text = shown && pretty(shown)
  return (
    <div className="raw">
      <div className="raw-bar">
        <label>
          <span>Format</span>
          <select value={type} onChange={(event) => setType(event.target.value)}>
            {Object.entries(types).map(([one, [name]]) => (
              <option key={one} value={one}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <code>{type}</code>
        {shown && text !== undefined && (
          <>
            <CopyButton text={() => text} label="Copy" />
            <button
              type="button"
              className="tool"
              onClick={() => saveText(`result.${types[type]![1]}`, type, shown.text)}
            >
              <Icon name="download" />
              <span>Save</span>
            </button>
          </>
        )}
      </div>
      {problem && <Failure problem={problem} />}
      {text !== undefined && <RawText text={text} type={type} />}
    </div>
  )
}

const MAX_PRETTY_LENGTH = 4_000_000

const pretty = ({ type, text }: Answer): string =>
  type.endsWith('json') && text.length < MAX_PRETTY_LENGTH ? JSON.stringify(JSON.parse(text), null, 2) : text
