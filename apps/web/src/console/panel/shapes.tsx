// The shapes of the context with their target classes.
import type { Shape } from '@veritrace/contract/graph/shapes'
import { useEffect, useState } from 'react'
import { Problem, readShapes, type Scope } from '../api.ts'
import { explain } from '../explain.ts'
import { type Prefixes, shrink } from '../rdf/prefixes.ts'
import type { Loaded } from '../use-graph.ts'

interface Properties {
  scope: Scope
  prefixes: Prefixes
  onInsert(line: string): void
}

export function Shapes({ scope, prefixes, onInsert }: Properties) {
  const [shapes, setShapes] = useState<Loaded<readonly Shape[]>>({ state: 'loading' })
  useEffect(() => {
    const gone = new AbortController()
    readShapes(scope, gone.signal).then(
      ({ items }) => setShapes({ state: 'there', value: items }),
      (error: unknown) => {
        if (error instanceof Problem) setShapes({ state: 'failed', problem: error.document })
      },
    )
    return () => gone.abort()
  }, [scope])

  return (
    <section>
      <h2>Shapes {shapes.state === 'there' && <span>{shapes.value.length}</span>}</h2>
      {shapes.state === 'failed' && (
        <p className="panel-note">
          {shapes.problem.status === 404 ? 'This server does not support shapes.' : `${explain(shapes.problem).title}.`}
        </p>
      )}
      {shapes.state === 'there' && shapes.value.length === 0 && (
        <p className="panel-note">No shapes yet. A shape validates data. Create one with POST /graph/shapes.</p>
      )}
      {shapes.state === 'there' && shapes.value.length > 0 && (
        <ul className="shapes">
          {shapes.value.map((shape) => (
            <li key={shape.id}>
              <details>
                <summary>
                  <span className="name">{shape.name}</span>
                  {shape.enforced && <span className="badge-term">enforced</span>}
                </summary>
                {shape.targetClasses.map((iri) => {
                  const name = shrink(iri, prefixes) ?? `<${iri}>`
                  return (
                    <button key={iri} type="button" className="more" onClick={() => onInsert(`?s a ${name} .`)}>
                      {name}
                    </button>
                  )
                })}
                <pre>{shape.turtle.replace(/^@?prefix .*\n/gim, '').trim()}</pre>
              </details>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
