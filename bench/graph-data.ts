// A generated shop in RDF: products, offers, reviews and people in four graphs, identical in every run.
const E = 'http://ex.org/'
const V = 'http://ex.org/v/'
const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'
const RDFS = 'http://www.w3.org/2000/01/rdf-schema#'
const XSD = 'http://www.w3.org/2001/XMLSchema#'
export const GRAPHS = ['main', 'catalog', 'social', 'reviews'] as const
type Graph = (typeof GRAPHS)[number]

/** About `target` statements as N-Quads lines with line breaks; the IRI of a graph is `graphPrefix` plus its name. */
export function* graphLines(target: number, graphPrefix: string): Generator<string> {
  const chance = newChance()
  const { below, skewed, phrase, pick } = chance
  const products = Math.max(50, Math.floor(target / 74))
  const [producers, features] = [Math.max(25, Math.floor(products / 40)), Math.max(50, Math.floor(products / 10))]
  const types = Math.max(30, Math.floor(Math.sqrt(products) * 3))
  const line = (graph: Graph, subject: string, predicate: string, object: string) =>
    `<${E}${subject}> <${predicate}> ${object} <${graphPrefix}${graph}> .\n`
  const node = (name: string) => `<${E}${name}>`
  const text = (value: string) => `"${value}"`
  const typed = (value: string | number, type: string) => `"${value}"^^<${XSD}${type}>`
  const date = () =>
    typed(`20${10 + below(15)}-${two(1 + below(12))}-${two(1 + below(28))}T${two(below(24))}:00:00Z`, 'dateTime')
  const isA = (graph: Graph, subject: string, kind: string) => line(graph, subject, RDF_TYPE, `<${V}${kind}>`)

  for (let i = 0; i < types; i++) {
    yield isA('catalog', `type/${i}`, 'ProductType')
    yield line('catalog', `type/${i}`, `${RDFS}label`, text(phrase(1, 3)))
    if (i > 0) yield line('catalog', `type/${i}`, `${RDFS}subClassOf`, node(`type/${Math.floor((i - 1) / 4)}`))
  }
  for (let i = 0; i < features; i++) yield line('catalog', `feature/${i}`, `${RDFS}label`, text(phrase(1, 3)))
  for (let i = 0; i < producers; i++) {
    yield isA('catalog', `producer/${i}`, 'Producer')
    yield line('catalog', `producer/${i}`, `${V}country`, text(pick(COUNTRIES)))
  }
  let offers = 0
  let reviews = 0
  for (let i = 0; i < products; i++) {
    const product = `product/${i}`
    yield isA('catalog', product, 'Product')
    yield line('catalog', product, `${RDFS}label`, text(phrase(2, 4)))
    yield line('catalog', product, `${RDFS}comment`, text(phrase(8, 25)))
    yield line('catalog', product, `${V}productType`, node(`type/${below(types)}`))
    yield line('catalog', product, `${V}producer`, node(`producer/${skewed(producers)}`))
    yield line('catalog', product, `${V}num1`, typed(below(2000), 'integer'))
    yield line('catalog', product, `${V}num2`, typed(below(2000), 'integer'))
    yield line('catalog', product, `${V}created`, date())
    for (const feature of some(5 + below(10), () => skewed(features)))
      yield line('catalog', product, `${V}feature`, node(`feature/${feature}`))
    for (let n = 1 + below(7); n > 0; n--) {
      const offer = `offer/${offers++}`
      yield isA('main', offer, 'Offer')
      yield line('main', offer, `${V}product`, node(product))
      yield line('main', offer, `${V}price`, typed(`${1 + below(9999)}.${1 + below(9)}`, 'decimal'))
      yield line('main', offer, `${V}validTo`, date())
      yield line('main', offer, `${V}deliveryDays`, typed(1 + below(14), 'integer'))
    }
    for (let n = below(6); n > 0; n--) {
      const review = `review/${reviews++}`
      yield isA('reviews', review, 'Review')
      yield line('reviews', review, `${V}reviewFor`, node(product))
      yield line('reviews', review, `${V}reviewer`, node(`person/${skewed(products)}`))
      yield line('reviews', review, `${V}title`, text(phrase(3, 8)))
      yield line('reviews', review, `${V}text`, text(phrase(20, 60)))
      if (below(10) < 7) yield line('reviews', review, `${V}rating`, typed(1 + below(10), 'integer'))
    }
  }
  for (let i = 0; i < products; i++) {
    const person = `person/${i}`
    yield isA('social', person, 'Person')
    yield line('social', person, `${V}name`, text(phrase(2, 2)))
    yield line('social', person, `${V}country`, text(pick(COUNTRIES)))
    for (const friend of some(below(25), () => below(products)))
      yield line('social', person, `${V}knows`, node(`person/${friend}`))
    if (i > 0) yield line('social', person, `${V}manager`, node(`person/${Math.floor((i - 1) / 6)}`))
  }
}

const COUNTRIES = ['US', 'GB', 'DE', 'FR', 'JP', 'CN', 'BR', 'IT']
const SYLLABLES = 'ka lo mi ren tor sa ve qui dor pan el ium ast bre cor den fal gri hol jun'.split(' ')
const two = (n: number) => String(n).padStart(2, '0')
const some = (count: number, draw: () => number): Set<number> => new Set(Array.from({ length: count }, draw))

/** Pseudorandom numbers (mulberry32) with a fixed seed. */
function newChance() {
  let state = 42
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const below = (n: number) => Math.floor(next() * n)
  /** Small numbers are far more frequent, like popular products. */
  const skewed = (n: number) => Math.floor(n * next() ** 3)
  const syllable = () => SYLLABLES[below(SYLLABLES.length)]!
  const words = Array.from({ length: 4000 }, () => syllable() + syllable() + (below(2) ? syllable() : ''))
  const phrase = (least: number, most: number) =>
    Array.from({ length: least + below(most - least + 1) }, () => words[skewed(words.length)]).join(' ')
  return { below, skewed, phrase, pick: (from: readonly string[]) => from[skewed(from.length)]! }
}
