import { spawnSync } from 'node:child_process'

export type Engine = 'docker' | 'podman' | 'buildah'

/** Returns the first engine that works. A client without its running service does not. */
export function workingEngine<Name extends Engine>(...names: Name[]): Name | undefined {
  return names.find((name) => spawnSync(name, ['info'], { stdio: 'ignore' }).status === 0)
}
