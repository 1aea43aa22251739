// The words that change what a mention means, as patterns on matchable text. `before` patterns end at the mention,
// `after` patterns begin there. After ConText: negation, pseudo-negation, temporality, hypothesis, experiencer.

const words = (...alternatives: string[]): string => `(?:${alternatives.join('|')})`

/** Look like negations and deny nothing; blanked before negation is looked for. */
export const PSEUDO_NEGATION =
  /\bnot (?:only|just|merely|limited to|simply)\b|\bwithout (?:exceptions?|qualification)\b|\bno (?:exceptions?|issues?|findings|deviations|additional|extra|matter|physical|qualified|further|cost)\b|\bdo not hesitate\b|\bno later than\b/g

const NOT = words(
  'not',
  "isn't",
  "aren't",
  "wasn't",
  "don't",
  "doesn't",
  "haven't",
  "hasn't",
  'cannot',
  "can't",
  "won't",
  'neither',
  'nor',
  'never',
  'lacks?',
  'unable',
)
export const NEGATED_BEFORE = new RegExp(
  String.raw`\b${NOT}\b(?:[\s,]+[\w'/-]+){0,8}[\s,(]*$|\bno (?:guarantees?|claims?|assurances?|representations?|warrant\w+)\b[^.;]{0,80}$|\b(?:no|without|nor)(?:\s+[\w-]+){0,2}\s*[:(]?\s*$`,
)
const STATUS_NOUN = words(
  String.raw`certifi\w+`,
  'compliance',
  'compliant',
  'reports?',
  'attest\\w+',
  'support',
  'authori[sz]ation',
  'audits?',
  'accreditation',
)
export const NEGATED_AFTER = new RegExp(
  String.raw`^[\s:|()/\t-]*(?:${STATUS_NOUN}\s*)?[\s:|()\t-]*(?:${words('is', 'are', 'was', 'were', 'has', 'have', 'does', 'do', 'will')}\s+)?(?:currently\s+|yet\s+)?(?:not\b|no\b(?!\s+(?:longer|later))|none\b|n/a\b|isn't|aren't|doesn't|hasn't|out of scope|unsupported|✗|✘|❌|×)`,
)
export const NOT_YET_AFTER = /^[^.;]{0,40}\bnot (?:yet|currently)\b/

export const EXPIRED_BEFORE =
  /\b(?:expired|lapsed|previously|formerly|no longer|(?<!\b(?:be|is|are|not|been) )used to|once)\b[^.;]{0,50}$|\b(?:was|were) (?:\w+ )?certified\b[^.;]{0,40}\buntil\b|\binvalidat\w+\b[^.;]{0,40}$/
export const EXPIRED_AFTER =
  /^[^.;]{0,60}\b(?:expired|has lapsed|lapsed|was (?:withdrawn|revoked|invalidated|discontinued|retired)|no longer|is invalid|(?:was|been) (?:declared )?invalid\w*)\b/

/** Further on in the sentence, about the certificate itself. */
export const EXPIRED_LATER =
  /^[^.]{0,120}\b(?:certificate|certification|attestation|it|this|which|that)\b[^.;,]{0,30}\b(?:lapsed|expired|was (?:withdrawn|revoked))\b/

/** "is a PCI DSS Level 1 service provider": a status that one has or has not. */
export const PROVIDER_AFTER = /^[\s-]*(?:level \d\s+)?(?:certified |compliant |validated )?service provider\b/

export const PROGRESS_BEFORE = new RegExp(
  String.raw`\b${words(
    'work(?:ing)? (?:towards?|on|to)',
    'in (?:the )?process of',
    'in the midst of',
    'undergoing',
    'pursu(?:e|es|ing)',
    'roadmap',
    'plan(?:s|ned|ning)? (?:to|for|on)',
    'planned',
    'expect(?:s|ed|ing)?(?: to)?',
    'aim(?:s|ing)?(?: to| for)?',
    'target(?:s|ing|ed)?',
    'goals?',
    'intend(?:s|ing)?',
    'prepar(?:e|es|ing)',
    'seeking',
    'striving',
    'will (?:be|become|obtain|achieve|complete|undergo|have|pursue|seek|start|begin|get)',
    'scheduled',
    'upcoming',
    'soon',
    '(?:have|has) (?:started|begun|initiated|kicked off)',
    'start(?:ed|ing)',
    'on track',
    'observation (?:period|window)',
    'journey',
    'path to(?:wards?)?',
    'readiness',
    'in progress',
    'anticipat\\w+',
    'currently (?:in|under|being|obtaining|completing|implementing)',
    '(?:actively|currently) (?:attaining|obtaining|certifying)',
    'towards',
  )}\b[^.;]{0,140}$|\[ \]|[⏳🚧⌛]`,
  'u',
)
export const PROGRESS_AFTER = new RegExp(
  String.raw`^[^.;]{0,60}(?:\b${words(
    'in progress',
    'in process',
    'roadmap',
    'planned',
    'coming soon',
    'under ?way',
    'target(?:ed|ing)?(?: date)?',
    'expected',
    'pending',
    'readiness',
    'scheduled',
    'upcoming',
    'anticipated',
    'being pursued',
    'working towards?',
    'will (?:be|follow|begin|start)',
    'on track',
    'under preparation',
    'ongoing',
    'observation period',
  )}\b|⏳|🚧|⌛)`,
  'u',
)
export const YEARLY =
  /\b(?:annual(?:ly)?|yearly|every year|each year|regular(?:ly)?|periodic(?:ally)?|recurring|continuous(?:ly)?)\b/

export const ALIGNED_AFTER =
  /^[\s-]*(?:compliance[\s-]+)?(?:aligned|alignment|ready|readiness|eligible|friendly|grade|level (?:security|encryption)|inspired|style|based|practices?|controls?|principles|guidelines|best practices|criteria|trust services? criteria|capable|conscious|minded|in mind|equivalent|type controls)\b/
export const ALIGNED_STANDARDS_AFTER =
  /^[\s-]*(?:security |compliance )?(?:standards?|requirements?|frameworks?|methodolog\w+|specifications?)\b/
export const ALIGNED_BEFORE =
  /\b(?:aligned?|aligns|alignment|consistent|in line|in accordance|accordance|(?<!\bthe )follow(?:s|ing)?|model+ed|based|designed|built|engineered|architected|guided|inspired|informed|mapped|maps|tailored|modelled after|patterned|considers?|support)\b[^.;]{0,50}$/

export const CONDITIONAL_AFTER =
  /\b(?:provided that|as long as|if (?:you|the customer|customers|configured|enabled|your)|when (?:properly |correctly |appropriately )?(?:configured|enabled|used)|with a signed|requires? (?:a|an) (?:signed|executed)|paid (?:tiers?|plans?)|(?:enterprise|business|premium|pro|team|scale|growth|paid|higher)(?:\s+tier)?\s+(?:plans?|tiers?|only)|on (?:the|our|an?) [\w+-]+ (?:plan|tier)|add-?on|only (?:for|on|with|in|available)|for eligible|for qualifying|subject to (?:a|an|the|execution))\b/
export const CONDITIONAL_BEFORE =
  /\b(?:when (?:properly |correctly |appropriately )?(?:configured|enabled|used)|if (?:you|configured|enabled)|customers on the \w+ plan)\b/

export const FEATURE =
  /\b(?:helps?|helping|enabl(?:es?|ing)|empowers?|equips?|allows?|assists?|supporting|guides?|lets?)\s+(?:\w+\s+)?(?:you|your|our customers|customers?|clients?|organi[sz]ations?|compan(?:y|ies)|teams?|businesses|users?|them|developers?|enterprises|startups)\b|\b(?:automat(?:es?|ing|ed|ion)|streamlin\w+|simplif\w+|accelerat\w+|facilitat\w+|speeds? up|fast-?tracks?)\b|\bmakes? it (?:easy|easier|simple|simpler)\b|\b(?:can|to) help\b|\bfor your (?:company|business|team|organi[sz]ation|customers|app\w*)\b|\byour (?:own )?(?:[\w-]+ ){0,2}(?:compliance|audits?|auditors?|obligations?|journey|program|certification)\b|\bfeatures? (?:that|to|for)\b/
export const FEATURE_IMPERATIVE =
  /^\s*(?:get|become|be|stay|achieve|prepare for|reach|prove|demonstrate|maintain|build|create|deploy|ship|pass|ace|monitor|manage|ensure|simplify)\s/
export const FEATURE_AFTER =
  /^[\s-]*(?:compliance|compliant|certified|audit|report)?[\s-]*(?:tools?|automation|solutions?|software|features?|management|monitoring|templates?|checklists?|guides?|frameworks? support|modules?|add-?ons?|forms?|apps?|applications?|logging|packages?|kits?|dashboards?|workflows?|requests?|rights|consent|obligations?|regulations?|legislation|safeguards|articles?|art\.|assessors?|qualified)\b/

export const DUTY =
  /\b(?:you|customers?|users?|suppliers?|vendors?|organi[sz]ations?|compan(?:y|ies)|controllers?|merchants?|covered entit\w+|business(?:es)?)\s+(?:[\w-]+\s+){0,2}(?:must|shall|should|needs?|(?:are|is) (?:required|responsible|obligated|subject|using)|ha(?:ve|s) to|may (?:need|be required|use)|(?:want|wish)(?:es)? to)\b|\b(?:must|shall|should) (?:be|comply|hold|maintain|have|provide)\b|\bright to\b|\be\.g\.|\b(?:is|are) responsible for\b|\brequirements? for\b|\bfor example\b/
export const REVIEW =
  /^\s*(?:[\w -]{0,40}:\s*)?(?:review|assess|evaluate|verify|check|collect|ask for|learn|read|see|refer to|find out|understand|discover)\b/

export const DEFINITION_AFTER =
  /^[\s,]*(?:\([^)]{0,80}\)[\s,]*)?(?:(?:is|are|was|were) (?:an?|the|one|designed|mandated|administered|governed|widely|considered|intended|developed|enacted|defined|about|established|regulated|voluntary|often|international|industry)\b|stands? for|refers? to|defines?\b|requires?\b|specif(?:y|ies)\b|sets?\b|establish\w*\b|regulates?\b|applies\b|apply\b|mandates?\b|governs?\b|gives\b|outlines?\b|imposes?\b|protects?\b|focus(?:es)?\b|provides? (?:a|an|guid|for|that)\b)/
export const REPORT =
  /\b(?:reports?|attestations?(?: of compliance)?|bridge letters?|certificates?|aoc|letters?|documentation|questionnaire|self-assessment|statement of applicability)\b/
export const AVAILABLE =
  /\b(?:available|requests?|requested|download(?:s|ed|able)?|accessed|accessible|access (?:to )?(?:our|the)|nda|non-disclosure|obtain(?:ed)?|view(?:ed)?|shared?|provided?|providing|copy of|publish(?:es|ed)?|published)\b/

export const ADJECTIVE_AFTER =
  /^[\s-]*(?:\([^)]{0,40}\)\s*)?(?:fully\s+|independently\s+|officially\s+|audited and\s+|csf\s+)?(?:[ri]\d\s+)?(certified|compliant|attested|accredited|authori[sz]ed|validated|verified|registered|audited|assessed|examined)\b[\s-]*([\w-]*)/
export const ALLOWED_HEADS = new Set(
  ' and with to for by since as on in under company companies organization organisation platform service services saas business vendor provider product products cloud across through from at including or via which that because so independently annually every plus ensuring meaning our we you the a'.split(
    ' ',
  ),
)
export const DONE_AFTER =
  /^[\s-]*(?:[\w-]+\s+){0,2}?(?:certification|certificate|attestation|audit|examination|report|assessment|compliance|authori[sz]ation|accreditation)s?\s+(?:[\w-]+\s+){0,2}?(?:completed|achieved|obtained|maintained|held|renewed|received|issued|passed|successful\w*|found|confirms?|covers?|covering|demonstrates? our|validates?|in place|is (?:current|valid|active)|has been)\b/
export const CERTIFIED_BEFORE =
  /\b(?:certified|accredited)\s+$|\b(?:certified|attested|accredited|audited|assessed|validated|authori[sz]ed|registered|compliant|examined|verified|certifies|self-certified|compliance certified)\s+(?:[\w.-]+\s+){0,2}?(?:to|with|for|under|against|at|by|in|as|per)\b[^.;]{0,110}$|\b(?:in )?full(?:y)? complian(?:ce|t) with\b[^.;]{0,40}$|\b(?:auditors?|assessors?|cpa firm|audit firm|certification body)\b[^.;]{0,40}\b(?:issued|attested|confirmed)\b[^.;]{0,40}$/
export const HOLDS_BEFORE =
  /\b(?:holds?|(?:have|has)(?! the (?:meaning|right|same)\b| to\b| access\b)|maintains?|achieved|obtained|received|earned|completed?s?|passed|undergo(?:es)?|underwent|possess(?:es)?|(?:been|were|was) awarded|renewed|attained|gained|secured|retains?|met|meets?(?: or exceeds?)?|exceeds?|satisf(?:y|ies)|conforms?|compl(?:y|ies)|adheres?|covered by|publish(?:es)?|acquired|are in compliance|is in compliance|complying|subject to annual|undertakes?|participates? in|certified compliance)\b(?![^.;]{0,60}\b(?:requirements? for|obligations|customers to|you to)\b)[^.;]{0,80}$/
export const OFFERS_BEFORE =
  /\b(?:we|our \w+|it)\s+(?:\w+\s+)?(?:use|uses|provide|provides|offer|offers|ensure|ensures|guarantee|guarantees)\b[^.;]{0,70}$/
export const AUDITS = /^[\s-]*(?:[\w-]+\s+){0,1}?(?:audits?|examinations?|assessments?|attestations?)\b/
