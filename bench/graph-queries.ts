// Sixteen kinds of queries on the shop of graph-data.ts.
const PREFIXES = `
prefix v: <http://ex.org/v/>
prefix e: <http://ex.org/>
prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#>
`
const kinds = {
  point: 'select ?p ?o { <http://ex.org/product/777> ?p ?o }',
  star: `select ?s ?l ?n ?pr { ?s v:productType <http://ex.org/type/7> ; rdfs:label ?l ; v:num1 ?n ; v:producer ?pr ;
    v:feature ?f . ?pr v:country ?c . filter(?n < 1000) }`,
  'three hops': 'select distinct ?d { <http://ex.org/person/99> v:knows ?b . ?b v:knows ?c . ?c v:knows ?d }',
  'path down': 'select ?t { ?t rdfs:subClassOf+ <http://ex.org/type/1> }',
  'path up': 'select ?m { <http://ex.org/person/5000> v:manager+ ?m }',
  'group by': `select ?pr (count(?s) as ?n) (avg(?x) as ?a) { ?s v:producer ?pr ; v:num1 ?x } group by ?pr
    order by desc(?n) limit 20`,
  optional: `select ?s ?l ?r ?rt { ?s v:productType <http://ex.org/type/11> ; rdfs:label ?l .
    optional { ?r v:reviewFor ?s . optional { ?r v:rating ?rt } } }`,
  regex: 'select ?s ?l { ?s a v:Product ; rdfs:label ?l . filter(regex(?l, "kalo.*tor", "i")) }',
  'order by': 'select ?o ?p { ?o v:price ?p } order by desc(?p) limit 10',
  union: `select ?x { { ?x v:productType <http://ex.org/type/3> } union { ?x v:producer <http://ex.org/producer/9> }
    union { ?x v:feature <http://ex.org/feature/40> } }`,
  count: 'select (count(*) as ?n) { ?s ?p ?o }',
  'range join': `select ?s ?price { ?s v:num1 ?n1 ; v:num2 ?n2 . ?o v:product ?s ; v:price ?price .
    filter(?n1 > 1950 && ?n2 < 100) }`,
  'not exists': 'select (count(distinct ?s) as ?n) { ?s a v:Product . filter not exists { ?r v:reviewFor ?s } }',
  'join and group': `select ?c (count(*) as ?n) { ?r v:reviewer ?p ; v:rating ?rt . ?p v:country ?c } group by ?c`,
  construct: `construct { ?s rdfs:label ?l . ?s v:feature ?f . ?f rdfs:label ?fl }
    { ?s v:producer <http://ex.org/producer/20> ; rdfs:label ?l ; v:feature ?f . ?f rdfs:label ?fl }`,
  'large result': 'select ?s ?f { ?s v:feature ?f }',
}

export const QUERIES: readonly { kind: string; text: string }[] = Object.entries(kinds).map(([kind, text]) => ({
  kind,
  text: PREFIXES + text,
}))
