import { spawn, spawnSync } from 'node:child_process'
import path from 'node:path'

// `npm run loadtest -- search` runs a k6 script of loadtest/ against BASE_URL (see loadtest/README.md).

const folder = path.join(import.meta.dirname, '..', 'loadtest')
const [name = '', ...options] = process.argv.slice(2)
const script = path.join(folder, `${name}.ts`)
const names = ['search', 'pricing', 'fares', 'pages', 'leads']

if (!names.includes(name)) {
  console.error(`Name a script: ${names.map((one) => `npm run loadtest -- ${one}`).join(', ')}`)
  process.exitCode = 2
} else if (spawnSync('k6', ['version']).error) {
  console.error(
    'k6 is not installed: it is a program of its own, not an npm package.\n' +
      '  macOS: brew install k6 | Windows: winget install k6 | Debian, Ubuntu, Fedora: package k6 from dl.k6.io\n' +
      '  Container: docker run --rm -i grafana/k6 | All ways: https://grafana.com/docs/k6/latest/set-up/install-k6/',
  )
  process.exitCode = 2
} else {
  const env = { ...process.env, K6_NO_USAGE_REPORT: 'true' }
  const child = spawn('k6', ['run', '--quiet', ...options, script], { stdio: 'inherit', env })
  child.once('exit', (code) => {
    process.exitCode = code ?? 1
  })
}
