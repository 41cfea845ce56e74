import './node24.cjs'
import { runCli } from './cli/program.ts'

// The reader of the output may end early (`| head`), which is no error.
process.stdout.on('error', () => {})
process.exit(await runCli(process.argv.slice(2), process))
