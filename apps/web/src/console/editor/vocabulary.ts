// SPARQL 1.1 keywords, and the most used terms of well-known vocabularies.

export const KEYWORDS: readonly string[] = (
  'SELECT CONSTRUCT ASK DESCRIBE WHERE DISTINCT REDUCED FILTER OPTIONAL UNION MINUS BIND VALUES GRAPH PREFIX BASE FROM ' +
  'NAMED HAVING LIMIT OFFSET UNDEF AS ASC DESC IN EXISTS INSERT DELETE DATA WITH USING CLEAR DROP CREATE COPY MOVE ADD ' +
  'DEFAULT ALL SILENT INTO TO'
)
  .split(' ')
  .concat('GROUP BY', 'ORDER BY', 'NOT EXISTS', 'NOT IN', 'INSERT DATA', 'DELETE DATA', 'DELETE WHERE', 'FROM NAMED')

export const FUNCTIONS: readonly string[] = (
  'STR LANG LANGMATCHES DATATYPE BOUND IRI URI BNODE RAND ABS CEIL FLOOR ROUND CONCAT STRLEN UCASE LCASE ENCODE_FOR_URI ' +
  'CONTAINS STRSTARTS STRENDS STRBEFORE STRAFTER YEAR MONTH DAY HOURS MINUTES SECONDS TIMEZONE TZ NOW UUID STRUUID MD5 ' +
  'SHA1 SHA256 SHA384 SHA512 COALESCE IF STRLANG STRDT SAMETERM ISIRI ISURI ISBLANK ISLITERAL ISNUMERIC COUNT SUM MIN ' +
  'MAX AVG SAMPLE GROUP_CONCAT SUBSTR REPLACE REGEX'
).split(' ')

export const TERMS: Readonly<Record<string, readonly string[]>> = {
  rdf: words('type first rest nil value subject predicate object Property langString'),
  rdfs: words('label comment subClassOf subPropertyOf domain range seeAlso isDefinedBy member Class Resource Literal'),
  owl: words(
    'Class ObjectProperty DatatypeProperty Ontology NamedIndividual sameAs equivalentClass inverseOf imports disjointWith versionInfo',
  ),
  xsd: words('string boolean integer decimal double date dateTime gYear anyURI duration'),
  skos: words(
    'Concept ConceptScheme prefLabel altLabel hiddenLabel notation definition broader narrower related inScheme topConceptOf exactMatch closeMatch',
  ),
  dct: words(
    'title description creator contributor publisher created modified issued subject identifier source license language format isPartOf hasPart references conformsTo',
  ),
  dcat: words(
    'Dataset Distribution Catalog DataService dataset distribution theme keyword downloadURL accessURL mediaType byteSize landingPage contactPoint',
  ),
  prov: words(
    'Entity Activity Agent wasDerivedFrom wasGeneratedBy wasAttributedTo wasAssociatedWith used generatedAtTime startedAtTime endedAtTime',
  ),
  foaf: words('Person Organization Agent Document name mbox homepage knows member page depiction'),
  schema: words(
    'Thing Person Organization Product Event Place name description url identifier image address datePublished author provider sameAs',
  ),
  sh: words(
    'NodeShape PropertyShape targetClass targetNode property path datatype class minCount maxCount pattern nodeKind in severity message',
  ),
}

function words(text: string): readonly string[] {
  return text.split(' ')
}
