import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { workingEngine } from './engine.ts'

// `npm run image` builds the image `salento-transfer`. Words after `--` are options of the engine.

const engine = workingEngine('docker', 'podman', 'buildah')
if (!engine) {
  console.error('No container engine works here: install podman, buildah or docker')
  process.exit(1)
}
// compose.yaml waits for the API's HEALTHCHECK, which the OCI format lacks.
const format = engine === 'docker' ? [] : ['--format', 'docker']
const options = ['build', ...format, '-t', 'salento-transfer', ...process.argv.slice(2), '.']
console.log(`${engine} ${options.join(' ')}`)
const root = path.join(import.meta.dirname, '..')
process.exitCode = spawnSync(engine, options, { cwd: root, stdio: 'inherit' }).status ?? 1
