// What the command says about itself.
import { CONFIG_FILE } from './config.ts'
import { FORMAT_NAMES } from './formats/formats.ts'

export const HELP = `veritrace-casework check <folder or zip> [options]

Finds what ABAP sources use that SAP has not released for a target, and fails a
pipeline if a policy is not met. Needs no server, no database and no network.
The sources are in the layout of abapGit: src/zorders.prog.abap.

  --target <id>             the edition and release, such as s4_private:2023_3
  --config <file>           the configuration; ${CONFIG_FILE} in the folder
                            is read if there is one
  --format <name[=file]>    ${FORMAT_NAMES.join(', ')}; repeat it for
                            several, with a file for all but one
  --forbid <levels>         levels that fail, such as C,D
  --forbid-new <levels>     levels that fail if the baseline does not have them
  --max <what=number>       more findings than this fail: D=0, write=10, total=500
  --baseline <file>         findings that are known already
  --write-baseline <file>   writes the findings of now as the baseline
  --exclude <pattern>       leaves files out: src/generated/*
  --ignore <kinds>          leaves kinds of findings out, such as type
  --unknown                 also lists what the lists do not know
  --list-targets            says which targets there are
  --help                    this text

Without a policy, findings of level D fail.

Exit codes
  0   the policy is met
  1   the policy is not met
  2   the check could not run: a wrong option, configuration or file

Examples
  npx veritrace-casework check .
  npx veritrace-casework check . --write-baseline casework-baseline.json
  npx veritrace-casework check . --baseline casework-baseline.json --forbid-new B,C,D
  npx veritrace-casework check . --format github --format sarif=findings.sarif
`
