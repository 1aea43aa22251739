// One operation of the reference: summary, parameters, responses, and a call to copy.
import { type Html, html } from '@veritrace/platform/pages/layout'
import type { Answer, Operation, Parameter } from './catalog.ts'
import { curlOf } from './curl.ts'
import type { Examples } from './examples.ts'
import { sampleOf } from './sample.ts'
import { innerObject, limitsOf, propertiesOf, refName, type Schema, type Schemas, typeOf } from './schema.ts'

interface Known {
  schemas: Schemas
  examples: Examples
}

export function operationSection(operation: Operation, known: Known): Html {
  const { anchor, method, path, summary, description, parameters, body, answers, isPublic } = operation
  const successes = answers.filter(([status]) => status < '300')
  const failures = answers.filter(([status]) => status >= '400')
  return html`<section class="op" id="${anchor}">
<h2><a class="anchor" href="#${anchor}">${summary}</a></h2>
<p class="op-line"><span class="verb ${method.toLowerCase()}">${method}</span><code>${path}</code>${isPublic && html`<span class="badge plain">no sign-in</span>`}</p>
${description && html`<p class="op-about">${withCode(description)}</p>`}
${exampleOf(operation, known)}
${parametersOf(parameters, known.schemas)}
${body && Object.entries(body.content).map(([type, { schema }]) => schemaPart(`Body, ${type}`, schema, known.schemas, body.required !== false))}
${successes.map(([status, answer]) => answerPart(status, answer, known.schemas))}
${failures.length > 0 && errorsPart(failures)}
</section>`
}

function exampleOf(operation: Operation, { schemas, examples }: Known): Html {
  const recorded = examples[operation.id]
  const request = recorded?.request ?? curlOf(operation, schemas)
  const response = recorded?.response ?? sampleAnswer(operation, schemas)
  return html`<div class="op-example"><p class="label">${recorded ? 'Example' : 'Example made from the schema'}</p><pre tabindex="0" role="region" aria-label="Request for ${operation.summary}"><code>${request}</code></pre>${response && html`<pre class="response" tabindex="0" role="region" aria-label="Response of ${operation.summary}"><code>${response}</code></pre>`}</div>`
}

function sampleAnswer({ answers }: Operation, schemas: Schemas): string | undefined {
  const [, answer] = answers.find(([status]) => status < '300') ?? []
  const schema = answer?.content?.['application/json']?.schema
  return schema && JSON.stringify(sampleOf(schema, schemas, true), null, 2)
}

function parametersOf(parameters: readonly Parameter[], schemas: Schemas): Html[] {
  const places = [
    ['path', 'Path'],
    ['query', 'Query'],
    ['header', 'Headers'],
  ] as const
  return places.flatMap(([place, title]) => {
    const own = parameters.filter((parameter) => parameter.in === place)
    if (own.length === 0) return []
    const rows = own.map(({ name, schema, required = false, description }) =>
      field(name, description ? { ...schema, description } : schema, required, schemas, []),
    )
    return [html`<h3>${title}</h3><dl class="fields-of">${rows}</dl>`]
  })
}

const schemaPart = (title: string, schema: Schema | undefined, schemas: Schemas, required: boolean): Html =>
  html`<h3>${title}${!required && ' (optional)'}</h3>${schema ? shapeOf(schema, schemas) : html`<p class="quiet-text">Bytes as they are.</p>`}`

function answerPart(status: string, { content = {} }: Answer, schemas: Schemas): Html {
  const types = Object.entries(content)
  if (types.length === 0) return html`<h3>Response ${status}</h3><p class="quiet-text">No content.</p>`
  return html`${types.map(([type, { schema }]) => schemaPart(`Response ${status}, ${type}`, schema, schemas, true))}`
}

/** The fields of an object, or one line about anything else. */
function shapeOf(schema: Schema, schemas: Schemas): Html {
  const inner = innerObject(schema, schemas)
  const line = html`<p class="op-type"><code>${typeOf(schema, schemas)}</code>${schema.description && html` ${withCode(schema.description)}`}</p>`
  if (!inner) return line
  const name = refName(inner)
  return html`${line}<dl class="fields-of">${propertiesOf(inner, schemas).map(([key, property, required]) => field(key, property, required, schemas, name ? [name] : []))}</dl>`
}

const DEEPEST = 4

function field(name: string, schema: Schema, required: boolean, schemas: Schemas, within: readonly string[]): Html {
  const inner = innerObject(schema, schemas)
  const innerName = inner && refName(inner)
  const isCircle = innerName !== undefined && within.includes(innerName)
  const children = inner && !isCircle && within.length < DEEPEST ? propertiesOf(inner, schemas) : []
  const limits = limitsOf(schema, schemas)
  return html`<div><dt><code>${name}</code>${required && html`<span class="required">required</span>`}</dt>
<dd><span class="field-type">${typeOf(schema, schemas)}${limits.length > 0 && ` · ${limits.join(' · ')}`}</span>${schema.description && html`<span class="about">${withCode(schema.description)}</span>`}
${children.length > 0 && html`<details><summary>Fields of ${name}</summary><dl class="fields-of">${children.map(([key, property, needed]) => field(key, property, needed, schemas, [...within, innerName ?? key]))}</dl></details>`}</dd></div>`
}

function errorsPart(failures: readonly (readonly [string, Answer])[]): Html {
  const rows = failures.flatMap(([status, { description }]) =>
    description.split('; ').map((text) => {
      const [, code = '', title = text] = /^`(\w+)` (.*)$/.exec(text) ?? []
      return html`<tr><td>${status}</td><td>${code && html`<a href="/docs/errors#${code}"><code>${code}</code></a>`}</td><td>${title}</td></tr>`
    }),
  )
  return html`<details class="op-errors"><summary>Errors</summary><div class="table" tabindex="0" role="region" aria-label="Errors"><table><thead><tr><th>Status</th><th>Code</th><th>What happened</th></tr></thead><tbody>${rows}</tbody></table></div></details>`
}

export const withCode = (text: string): (Html | string)[] =>
  text.split('`').map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`))
