import { spawnSync } from 'node:child_process'

export type Engine = 'docker' | 'podman' | 'buildah'

/** An engine whose background service is not running does not work. */
export function workingEngine<Name extends Engine>(...names: Name[]): Name | undefined {
  return names.find((name) => spawnSync(name, ['info'], { stdio: 'ignore' }).status === 0)
}
