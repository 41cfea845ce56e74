import type { Sql, Tx } from '../../../platform/db.ts'
import { kinds, type TranslationKind } from './contract.ts'

interface Source {
  from: string
  id: string
  title: string
  updatedAt: string
  /** SQL of each text. An empty text needs no translation. */
  fields: Record<string, string>
  /** SQL of an object with further texts. */
  more?: string
  where?: string
}

/** Tables of the Italian texts. The values must be constants, because they become part of SQL. */
const sources: Record<TranslationKind, Source> = {
  article: {
    from: 'blog_posts s',
    id: 's.id',
    title: 's.title',
    updatedAt: 's.updated_at',
    fields: {
      title: 's.title',
      slug: 's.slug',
      summary: 's.summary',
      content: 's.content',
      metaTitle: 's.meta_title',
      metaDescription: 's.meta_description',
      imageAlt: 's.image_alt',
    },
  },
  category: {
    from: 'blog_categories s',
    id: 's.id',
    title: 's.name',
    updatedAt: 's.updated_at',
    fields: { name: 's.name', slug: 's.slug', description: 's.description' },
  },
  route: {
    from: `route_prices s join locations d on d.id = s.departure_location_id
      join locations a on a.id = s.destination_location_id`,
    id: 's.id',
    title: "d.name || ' → ' || a.name",
    updatedAt: 's.updated_at',
    fields: { longDescription: 's.long_description', touristInfo: 's.tourist_info' },
    where: 's.is_active',
  },
  place: {
    from: 'locations s',
    id: 's.id',
    title: 's.name',
    updatedAt: 's.updated_at',
    fields: { longDescription: 's.long_description', touristInfo: 's.tourist_info' },
  },
  meetingPoint: {
    from: 'locations s',
    id: 's.id',
    title: 's.name',
    updatedAt: 's.updated_at',
    fields: { meetingPoint: 's.meeting_point' },
  },
  photo: {
    from: 'photos s',
    id: 's.id',
    title: 's.alt',
    updatedAt: 's.updated_at',
    fields: { alt: 's.alt' },
    where: "s.shown_as <> 'none'",
  },
  company: {
    from: 'company_settings s',
    id: 's.id',
    title: "'Dati aziendali'::text",
    updatedAt: 's.updated_at',
    fields: { insurance: 's.insurance', languages: 's.languages' },
    more: `(select coalesce(jsonb_object_agg('testimonial' || place, one -> 'text'), '{}')
      from jsonb_array_elements(s.testimonials) with ordinality as t (one, place))`,
  },
}

export const kindsIn = (table: string): TranslationKind[] =>
  table === 'translations' ? kinds : kinds.filter((kind) => sources[kind].from.startsWith(`${table} `))

/** Selects kind, id, title, source (Italian text by field) and source_updated_at of every item with a text. */
export function sourceRows(sql: Sql | Tx, which: { kind?: TranslationKind | undefined } = {}) {
  const wanted = which.kind ? [which.kind] : kinds
  const selects = wanted.map((kind) => {
    const { from, id, title, updatedAt, fields, more = "'{}'", where = 'true' } = sources[kind]
    const texts = Object.entries(fields).map(([name, text]) => `'${name}', nullif(btrim(${text}), '')`)
    return `select '${kind}'::text as kind, ${id} as id, ${title} as title,
      jsonb_strip_nulls(jsonb_build_object(${texts.join(', ')})) || ${more} as source, ${updatedAt} as source_updated_at
      from ${from} where ${where}`
  })
  return sql`(select kind, id, title, source, source_updated_at from (${sql.unsafe(selects.join(' union all '))}) of_kinds where source <> '{}'::jsonb)`
}
