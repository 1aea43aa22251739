// The help text of the command.
import { CONFIG_FILE } from './config.ts'
import { FORMAT_NAMES } from './formats/formats.ts'

export const HELP = `veritrace-casework check <folder or zip> [options]

Finds SAP objects that ABAP sources use although SAP has not released them for a
target, and fails a pipeline if a policy is not met. Needs no server, no database
and no network. The sources must use the abapGit layout: src/zorders.prog.abap.

  --target <id>             edition and release, such as s4_private:2023_3
  --config <file>           configuration file; default: ${CONFIG_FILE}
                            in the folder, if it exists
  --format <name[=file]>    ${FORMAT_NAMES.join(', ')}; can be repeated
                            if all but one have a file
  --forbid <levels>         levels that fail, such as C,D
  --forbid-new <levels>     levels that fail if they are not in the baseline
  --max <what=number>       fails above this number: D=0, write=10, total=500
  --baseline <file>         known findings
  --write-baseline <file>   writes the current findings as the baseline
  --exclude <pattern>       skips files: src/generated/*
  --ignore <kinds>          skips kinds of findings, such as type
  --unknown                 also reports objects that are in no list
  --list-targets            lists the targets
  --help                    shows this text

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
