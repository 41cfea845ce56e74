import { type Static, Type } from '@sinclair/typebox'
import { Id, listInput, listOf, Moment, Nullable, titled } from '../../../kernel/field.ts'
import { act, command, event, query } from '../../../kernel/message.ts'
import { languages } from '../../../languages/messages.ts'

/** Kinds of items with texts, and their Italian names. */
export const kindNames = {
  article: 'Articolo',
  category: 'Categoria del blog',
  route: 'Tratta',
  place: 'Località',
  meetingPoint: 'Punto d’incontro',
  photo: 'Foto',
  company: 'Dati aziendali',
} as const
export type TranslationKind = keyof typeof kindNames

export const kinds = Object.keys(kindNames) as TranslationKind[]

export const TranslationKind = Type.Union(
  kinds.map((kind) => Type.Literal(kind)),
  { message: `Il tipo deve essere ${kinds.join(', ')}` },
)

/** Italian labels of the fields, in the order of forms and of prompts. */
const fieldNames: Record<string, string> = {
  title: 'Titolo',
  name: 'Nome',
  slug: 'Slug',
  summary: 'Riassunto',
  description: 'Descrizione',
  content: 'Contenuto',
  longDescription: 'Descrizione estesa',
  touristInfo: 'Info turistiche',
  meetingPoint: 'Punto d’incontro',
  alt: 'Testo alternativo',
  imageAlt: 'Testo alternativo dell’immagine',
  metaTitle: 'Titolo per i motori di ricerca',
  metaDescription: 'Descrizione per i motori di ricerca',
  insurance: 'Assicurazione',
  languages: 'Lingue parlate',
}

/** Returns the label of a field; testimonials are `testimonial1`, `testimonial2`, … */
export const fieldName = (field: string) =>
  fieldNames[field] ?? field.replace('testimonial', 'Testimonianza ')

/** Sorts texts in the order of `fieldNames`, because PostgreSQL stores the keys of jsonb in another order. */
export function inOrder(texts: Texts): Texts {
  const order = Object.keys(fieldNames)
  const place = (field: string) => (order.indexOf(field) + order.length + 1) % (order.length + 1)
  return Object.fromEntries(Object.entries(texts).toSorted(([one], [other]) => place(one) - place(other)))
}

const [, ...others] = languages

/** A language of the site other than Italian. */
export const OtherLanguage = Type.Union(
  others.map((code) => Type.Literal(code)),
  { message: `La lingua deve essere ${others.join(', ')}` },
)
export type OtherLanguage = Static<typeof OtherLanguage>
export const otherLanguages: readonly OtherLanguage[] = others

const states = ['missing', 'draft', 'reviewed', 'outdated'] as const
export type TranslationState = (typeof states)[number]

const State = Type.Union(
  states.map((state) => Type.Literal(state)),
  { message: `Lo stato deve essere ${states.join(', ')}` },
)

/** Text by the name of the field. */
const Texts = Type.Record(
  Type.String(),
  Type.String({ maxLength: 100_000, isMultiline: true, message: 'Al massimo 100.000 caratteri' }),
)
export type Texts = Static<typeof Texts>

const Warning = Type.Object({ path: Type.String(), message: Type.String() })

const row = {
  kind: TranslationKind,
  id: Id,
  language: OtherLanguage,
  state: State,
  /** Italian name of the item. */
  title: Type.String(),
  source: Texts,
  text: Texts,
  sourceUpdatedAt: Moment,
  /** Null for a missing translation. */
  updatedAt: Nullable(Moment),
  /** True if visitors read a reviewed text, which may be older than `text`. */
  isShown: Type.Boolean(),
}
export const TranslationRow = Type.Object(row)
export type TranslationRow = Static<typeof TranslationRow>

export const Translation = Type.Object({
  ...row,
  /** Italian text from which `text` was made; empty for a missing translation. */
  madeFrom: Texts,
  /** Figures, links and names that differ from the Italian text. They do not prevent a review. */
  warnings: Type.Array(Warning),
  /** Next item whose translation into this language is missing, a draft or outdated. */
  next: Nullable(Type.Object({ kind: TranslationKind, id: Id })),
})
export type Translation = Static<typeof Translation>

/** Tables of the translations and of the Italian texts. */
export const sourceTables = [
  'translations',
  'blog_posts',
  'blog_categories',
  'route_prices',
  'locations',
  'photos',
  'company_settings',
]

export const ListTranslations = query(
  'GET /api/admin/translations',
  'redazione',
  Type.Object({
    ...listInput('title', 'kind', 'language', 'state', 'updatedAt'),
    language: Type.Optional(OtherLanguage),
    state: Type.Optional(State),
    kind: Type.Optional(TranslationKind),
  }),
  listOf(TranslationRow),
  { tables: sourceTables, summary: 'Each text of the site, once for each other language' },
)

const counts = {
  missing: Type.Integer(),
  draft: Type.Integer(),
  reviewed: Type.Integer(),
  outdated: Type.Integer(),
}
const Coverage = Type.Object({
  languages: Type.Array(
    Type.Object({
      language: OtherLanguage,
      kinds: Type.Array(Type.Object({ kind: TranslationKind, ...counts })),
      placesWithoutName: Type.Integer(),
    }),
  ),
})
export type LanguageCoverage = Static<typeof Coverage>['languages'][number]

export const ReadCoverage = query(
  'GET /api/admin/translations/coverage',
  'redazione',
  Type.Object({}),
  Coverage,
  {
    tables: [...sourceTables, 'location_names'],
    summary: 'Number of translations by language, kind and state',
  },
)

export const ListUnnamedPlaces = query(
  'GET /api/admin/translations/unnamed-places',
  'admin',
  Type.Object({ ...listInput('title'), language: OtherLanguage }),
  listOf(Type.Object({ id: Id, title: Type.String() })),
  {
    tables: ['locations', 'location_names'],
    summary: 'Places whose name in a language is still the Italian one',
  },
)

const key = { kind: TranslationKind, id: Id, language: OtherLanguage }

export const ReadTranslation = query(
  'GET /api/admin/translations/:kind/:id/:language',
  'redazione',
  Type.Object(key),
  Translation,
  { tables: sourceTables },
)

const form = {
  ...key,
  text: titled('Testo', Texts),
  state: titled(
    'Stato',
    Type.Union([Type.Literal('draft'), Type.Literal('reviewed')], {
      message: 'Lo stato deve essere draft o reviewed',
    }),
  ),
  sourceUpdatedAt: Moment,
  updatedAt: Type.Optional(Nullable(Moment)),
}

export const translationSaved = act('content:translationSaved', 'Traduzione salvata come bozza', {
  fields: fieldNames,
})

export const translationReviewed = act('content:translationReviewed', 'Traduzione rivista', {
  fields: fieldNames,
})

export const SaveTranslation = command(
  'PUT /api/admin/translations/:kind/:id/:language',
  'redazione',
  Type.Object(form),
  Translation,
  {
    acts: [translationReviewed, translationSaved],
    maxBytes: 1_000_000,
    summary: 'Saves a translation. If visitors read it and it is saved as a draft, they no longer read it',
  },
)

/** Schema of a form with one field per text, so that the panel merges two concurrent saves field by field. */
export const translationForm = ({ source }: Pick<Translation, 'source'>) =>
  Type.Object({
    ...form,
    text: Type.Object(
      Object.fromEntries(
        Object.keys(source).map((field) => [
          field,
          titled(fieldName(field), Type.String({ isMultiline: true })),
        ]),
      ),
    ),
  })

/** Also emitted for a draft. `previousSlug` is the slug that visitors used until now; omitted if staff kept it. */
export const translationChanged = event(
  'content:translationChanged',
  Type.Object({
    ...key,
    isShown: Type.Boolean(),
    wasShown: Type.Boolean(),
    /** Slug of the text that visitors can read from now on or can no longer read; omitted if neither applies. */
    slug: Type.Optional(Type.String()),
    previousSlug: Type.Optional(Type.String()),
  }),
)

/** The worker stores the text only if the translation has not changed since `updatedAt` (null: no translation). */
export const translationDrafted = event(
  'content:translationDrafted',
  Type.Object({ ...key, text: Texts, source: Texts, updatedAt: Nullable(Moment), model: Type.String() }),
)

export const translationDraftKept = act('content:translationDraftKept', 'Traduzione scritta dall’AI', {
  fields: { ...fieldNames, text: 'Testo', model: 'Modello' },
})
