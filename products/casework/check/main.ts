#!/usr/bin/env node
// npx veritrace-casework check <folder or zip>, or npm run casework -- check <folder or zip>
import { command } from './command.ts'

process.exitCode = await command({
  args: process.argv.slice(2),
  folder: process.cwd(),
  print: (text) => process.stdout.write(text),
  printError: (line) => process.stderr.write(`${line}\n`),
})
