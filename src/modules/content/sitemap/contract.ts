import { type Static, Type } from '@sinclair/typebox'
import { Id, Moment, Nullable } from '../../../kernel/field.ts'
import { numberText } from '../../../kernel/italianFormats.ts'
import { act, command, event, internalQuery, query } from '../../../kernel/message.ts'

/** Numbers of URLs that a build added and removed, and of those with another `lastmod`. */
const difference = {
  added: Type.Integer(),
  removed: Type.Integer(),
  changed: Type.Integer(),
}

export type Difference = Record<keyof typeof difference, number>

/** Returns for staff what a build changed, such as `2 aggiunti, 1 tolto`. */
export function differenceText({ added, removed, changed }: Difference): string {
  const texts: [count: number, one: string, many: string][] = [
    [added, 'aggiunto', 'aggiunti'],
    [removed, 'tolto', 'tolti'],
    [changed, 'con un’altra data', 'con un’altra data'],
  ]
  const parts = texts.flatMap(([count, one, many]) =>
    count > 0 ? [`${numberText(count)} ${count === 1 ? one : many}`] : [],
  )
  return parts.length > 0 ? parts.join(', ') : 'nessun indirizzo diverso'
}

/** `files` does not count the index. */
const counts = { urlCount: Type.Integer(), files: Type.Integer() }

/** Result of the job that `POST /api/admin/sitemap/generate` starts. */
export const SitemapBuild = Type.Object({ ...counts, ...difference, seconds: Type.Number(), builtAt: Moment })
export type SitemapBuild = Static<typeof SitemapBuild>

export const sitemapRequested = act('content:sitemapRequested', 'Costruzione della sitemap', {
  payload: Type.Object({ jobId: Id }),
})

export const GenerateSitemap = command(
  'POST /api/admin/sitemap/generate',
  'admin',
  Type.Object({}),
  Type.Object({ jobId: Id }),
  {
    acts: [sitemapRequested],
    refusesUnknownKeys: true,
    status: 202,
    summary: 'Builds the sitemap now; the result of the job says what changed',
  },
)

export const ReadSitemapState = query(
  'GET /api/admin/sitemap',
  'admin',
  Type.Object({}),
  Type.Object({
    /** Null until the first build for this site has ended. */
    stored: Nullable(
      Type.Object({ ...counts, ...difference, seconds: Type.Number(), builtAt: Moment, changedAt: Moment }),
    ),
    /** Reason why the latest build failed; null if it did not. The files of the build before are still sent. */
    error: Nullable(Type.String()),
  }),
  {
    tables: ['sitemap_state'],
    summary: 'The stored sitemap: its size, and what its last change added, removed and changed',
  },
)

/** A file of the sitemap made from memory. Null if there is no file with this number; 0 is `/sitemap.xml`. */
export const RenderSitemapFile = internalQuery(
  'content:renderSitemapFile',
  Type.Object({ number: Type.Integer({ minimum: 0 }) }),
  Type.Object({ xml: Nullable(Type.String()) }),
)

/** The files of the stored sitemap have changed. */
export const sitemapChanged = event(
  'content:sitemapChanged',
  Type.Object({ urlCount: Type.Integer(), ...difference }),
)
