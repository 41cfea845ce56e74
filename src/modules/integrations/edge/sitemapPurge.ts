import { on } from '../../../kernel/message.ts'
import { sitemapChanged } from '../../content/sitemap/contract.ts'
import { queuePurge } from './purge.ts'

/** The purge after the change of a page may come before the build of the sitemap. */
export const purgeSitemap = on(
  'integrations:purgeSitemap',
  sitemapChanged,
  async (_change, { write, context }) => {
    if (context.edgePurgeUrl) await queuePurge(write)
  },
)
