import './node24.cjs'
import { runCli } from './cli/program.ts'

// `| head` closes the output early, which is no error.
process.stdout.on('error', () => {})
process.exit(await runCli(process.argv.slice(2), process))
