import { type Following, followChanges } from '../kernel/readModel.ts'
import { romanToday } from '../kernel/romanDay.ts'
import type { Runtime } from '../kernel/run.ts'
import { type Changes, listenToChanges } from '../platform/changes.ts'
import { purgePlanner } from './edge.ts'
import { Replies } from './replies.ts'
import { shared } from './shared.ts'

declare module 'fastify' {
  interface FastifyInstance {
    replies: Replies
    /** Notifications of changed rows. */
    changes: Changes
    /** The read models, which follow the changes. */
    following: Following
  }
}

/** Keeps responses in memory, and drops them when the read models have changed and at midnight in Rome. */
export const freshness = shared(
  async (app, { runtime }: { runtime: Runtime }) => {
    const replies = new Replies(app.limits.makeResponse)
    const purges = purgePlanner(runtime, app.log)
    app.addHook('onClose', async () => purges.stop())
    const dropReplies = () => {
      replies.clear()
      purges.plan()
    }
    const changes = await listenToChanges(runtime.db)
    app.addHook('onClose', async () => changes.stop())
    const following = await followChanges(runtime.db, changes, app.log, () => {
      dropReplies()
      // `renewHeaders` reads the settings from memory, so it fails only while the process stops.
      app.renewHeaders().catch(() => {})
    })
    await app.renewHeaders()
    app.addHook('onClose', async () => following.stop())
    // Prices depend on the day, so the responses of yesterday are outdated.
    let today = romanToday(runtime.context)
    const midnight = setInterval(() => {
      if (today === romanToday(runtime.context)) return
      today = romanToday(runtime.context)
      dropReplies()
    }, 1_000)
    app.addHook('onClose', async () => clearInterval(midnight))
    app.decorate('replies', replies)
    app.decorate('changes', changes)
    app.decorate('following', following)
  },
  { name: 'freshness', dependencies: ['commonHeaders', 'limits'] },
)
