// Example queries.

export interface Example {
  title: string
  text: string
  view?: 'graph'
}

const RDFS = 'PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>'
const TRUST = 'PREFIX trust: <https://example.com/trust#>'
/** A graph with this class can run the demo examples. */
export const DEMO_CLASS = 'https://example.com/trust#Vendor'

export const DEMO_EXAMPLES: readonly Example[] = [
  {
    title: 'Most relied-on vendors',
    text: `PREFIX dct: <http://purl.org/dc/terms/>
${RDFS}
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
${TRUST}

# The vendors that most others rely on, and their certificates
SELECT ?vendor ?name ?sector
       (COUNT(DISTINCT ?client) AS ?clients)
       (COUNT(DISTINCT ?certificate) AS ?certificates)
       (MAX(?until) AS ?validUntil)
WHERE {
  ?vendor a trust:Vendor ;
          rdfs:label ?name ;
          dct:subject/skos:prefLabel ?sector .
  FILTER (LANG(?sector) = "en")
  OPTIONAL { ?client trust:subprocessor ?vendor }
  OPTIONAL {
    ?vendor trust:holds ?certificate .
    ?certificate trust:validUntil ?until
  }
}
GROUP BY ?vendor ?name ?sector
ORDER BY DESC(?clients) ?name
`,
  },
  {
    title: 'Supply network as a graph',
    view: 'graph',
    text: `${RDFS}
${TRUST}

# The supply network: vendors, their subprocessors and standards
CONSTRUCT {
  ?vendor a trust:Vendor ; rdfs:label ?name ; trust:subprocessor ?supplier .
  ?standard a trust:Standard ; rdfs:label ?title .
  ?vendor trust:certifiedFor ?standard
}
WHERE {
  ?vendor a trust:Vendor ; rdfs:label ?name .
  OPTIONAL { ?vendor trust:subprocessor ?supplier }
  OPTIONAL {
    ?vendor trust:holds/trust:standard ?standard .
    ?standard rdfs:label ?title
  }
}
`,
  },
  {
    title: 'All subprocessors of a vendor',
    text: `${RDFS}
${TRUST}

# Everyone who may touch the data of Quayside, over any number of steps
SELECT DISTINCT ?supplier ?name ?country
WHERE {
  <https://example.com/vendors/quayside> trust:subprocessor+ ?supplier .
  ?supplier rdfs:label ?name ;
            trust:country ?country .
}
ORDER BY ?name
`,
  },
  {
    title: 'Vendors without a certificate',
    text: `${RDFS}
${TRUST}

# Vendors that process data for others and hold no certificate
SELECT ?name (GROUP_CONCAT(DISTINCT ?data; separator=", ") AS ?dataTheySee)
WHERE {
  ?vendor a trust:Vendor ; rdfs:label ?name .
  ?agreement trust:processor ?vendor ; trust:data ?data .
  FILTER NOT EXISTS { ?vendor trust:holds ?certificate }
}
GROUP BY ?name
ORDER BY ?name
`,
  },
]

export const EXAMPLES: readonly Example[] = [
  {
    title: 'Some statements',
    text: `# Some statements, to get an overview
SELECT ?s ?p ?o
WHERE { ?s ?p ?o }
LIMIT 100
`,
  },
  {
    title: 'Classes, by number of members',
    text: `# Classes, by number of members
SELECT ?class (COUNT(?member) AS ?members)
WHERE { ?member a ?class }
GROUP BY ?class
ORDER BY DESC(?members)
`,
  },
  {
    title: 'Predicates by class',
    text: `# The predicates that members of each class use
SELECT ?class ?predicate (COUNT(*) AS ?uses)
WHERE { ?member a ?class ; ?predicate ?value }
GROUP BY ?class ?predicate
ORDER BY ?class DESC(?uses)
LIMIT 500
`,
  },
  {
    title: 'Search labels',
    text: `${RDFS}

# Everything with a label that contains a word
SELECT ?thing ?label
WHERE {
  ?thing rdfs:label ?label .
  FILTER (CONTAINS(LCASE(STR(?label)), "a"))
}
ORDER BY ?label
LIMIT 100
`,
  },
  {
    title: 'Is the graph empty?',
    text: `# No if there are no statements
ASK { ?s ?p ?o }
`,
  },
]
