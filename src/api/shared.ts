import type { FastifyInstance, FastifyPluginAsync } from 'fastify'

/**
 * Makes a plugin whose decorators and hooks apply to every route registered later, instead of those of its own scope.
 * `fastify-plugin` sets the same three properties. Registering the plugin before one of its `dependencies` throws.
 */
export function shared<Options extends object = Record<never, never>>(
  plugin: (app: FastifyInstance, options: Options) => Promise<void>,
  meta: { name: string; dependencies?: string[] },
): FastifyPluginAsync<Options> {
  return Object.assign(plugin, {
    [Symbol.for('skip-override')]: true,
    [Symbol.for('fastify.display-name')]: meta.name,
    [Symbol.for('plugin-meta')]: meta,
  })
}
