import { spawnSync } from 'node:child_process'

export type Engine = 'docker' | 'podman' | 'buildah'

/** Returns the first engine that works. An engine does not work if its background service is not running. */
export function workingEngine<Name extends Engine>(...names: Name[]): Name | undefined {
  return names.find((name) => spawnSync(name, ['info'], { stdio: 'ignore' }).status === 0)
}
