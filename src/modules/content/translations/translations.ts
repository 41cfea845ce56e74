import { audit } from '../../../kernel/audit.ts'
import { edit } from '../../../kernel/edit.ts'
import { HttpError, refusal } from '../../../kernel/httpError.ts'
import { emit } from '../../../kernel/outbox.ts'
import { slugOf } from '../../../kernel/slug.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import { localPath } from '../../../languages/paths.ts'
import { jsonb, type Tx } from '../../../platform/db.ts'
import { articlePathOf } from '../addresses/articlePath.contract.ts'
import { moved } from '../addresses/moves.writes.ts'
import {
  type OtherLanguage,
  SaveTranslation,
  type Texts,
  translationChanged,
  translationReviewed,
  translationSaved,
} from './contract.ts'
import { findTranslation, shownTranslation } from './translations.queries.ts'
import { isSame } from './visible.ts'

export const saveTranslation = edit(
  SaveTranslation,
  {
    table: 'translations',
    // The key is no single id, with which an undo could announce the row.
    act: null,
    andKeys: ['kind', 'language'],
    find: (tx, _id, _context, input) => findTranslation(tx, input),
    stale: () => 'Un’altra persona ha salvato questa traduzione: ricarica e riprova.',
  },
  async (tx, form, caller, before) => {
    const { kind, id, language, state } = form
    if (Date.parse(form.sourceUpdatedAt) !== before.sourceUpdatedAt.getTime())
      throw new HttpError(409, 'Il testo italiano è cambiato: ricarica e riprova.')
    const text = textOf(form.text, before.source)
    if (state === 'reviewed') {
      refuseEmpty(text, before.source)
      await refuseTakenSlug(tx, { kind, id, language, text })
    }
    const earlier = await shownText(tx, form)
    // Saving the visible text as a draft hides it from visitors. A draft with another text leaves the text visible.
    const isWithdrawn = state === 'draft' && earlier !== null && isSame(earlier, text)
    await tx`
      insert into translations (kind, id, language, state, text, made_from)
      values (${kind}, ${id}, ${language}, ${state}, ${jsonb(tx, text)}, ${jsonb(tx, before.source)})
      on conflict (kind, id, language) do update
        set state = excluded.state, text = excluded.text, made_from = excluded.made_from, updated_at = now()`
    if (state === 'reviewed' || isWithdrawn)
      await tx`
        update translations set shown_text = ${isWithdrawn ? null : jsonb(tx, text)},
          shown_from = ${isWithdrawn ? null : jsonb(tx, before.source)}
        where kind = ${kind} and id = ${id} and language = ${language}`
    const action = state === 'reviewed' ? translationReviewed : translationSaved
    await audit(
      tx,
      caller,
      action,
      `translations/${kind}/${id}/${language}`,
      before.updatedAt ? { state: before.state, text: before.text } : null,
      { state, text },
    )
    const isShown = state === 'reviewed' || (earlier !== null && !isWithdrawn)
    const previousSlug = state === 'reviewed' ? movedSlug(earlier, text) : undefined
    if (previousSlug && kind === 'article') await moveArticle(tx, language, previousSlug, text.slug ?? '')
    await emit(tx, translationChanged, {
      kind,
      id,
      language,
      isShown,
      wasShown: earlier !== null,
      ...(text.slug && (state === 'reviewed' || isWithdrawn) ? { slug: text.slug } : {}),
      ...(previousSlug ? { previousSlug } : {}),
    })
    return shownTranslation(tx, form)
  },
)

async function shownText(
  tx: Tx,
  { kind, id, language }: { kind: string; id: number; language: string },
): Promise<Texts | null> {
  const [row] = await tx<[{ shownText: Texts | null }?]>`
    select shown_text from translations where kind = ${kind} and id = ${id} and language = ${language}`
  return row?.shownText ?? null
}

/** Drops empty fields. Derives an empty slug from the title or the name. Throws HttpError 422 for an unknown field. */
function textOf(asked: Texts, source: Texts): Texts {
  const unknown = Object.keys(asked).find((field) => !(field in source))
  if (unknown !== undefined) throw refusal(`text.${unknown}`, 'Il testo italiano non ha questo campo')
  const texts = Object.entries(asked).map(([field, text]) => [field, text.trim()] as const)
  const text: Texts = Object.fromEntries(texts.filter(([, one]) => one))
  if (!('slug' in source)) return text
  const slug = slugOf(text.slug || text.title || text.name || '')
  return { ...text, ...(slug ? { slug } : {}) }
}

function refuseEmpty(text: Texts, source: Texts): void {
  const empty = Object.keys(source).filter((field) => !text[field])
  if (empty.length === 0) return
  const message = 'Scrivi la traduzione'
  const errors = empty.map((field) => ({ path: `text.${field}`, message }))
  throw new HttpError(422, 'Una traduzione rivista è completa: manca qualche testo.', { errors })
}

async function refuseTakenSlug(
  tx: Tx,
  { kind, id, language, text }: { kind: string; id: number; language: string; text: Texts },
): Promise<void> {
  if (!text.slug) return
  const [taken] = await tx`
    select id from translations
    where kind = ${kind} and language = ${language} and shown_text ->> 'slug' = ${text.slug} and id <> ${id}`
  if (taken) throw refusal('text.slug', `Lo slug «${text.slug}» è già usato in questa lingua.`, 409)
}

function movedSlug(before: Texts | null, after: Texts): string | undefined {
  return before?.slug && before.slug !== after.slug ? before.slug : undefined
}

async function moveArticle(tx: Tx, language: OtherLanguage, from: string, to: string): Promise<void> {
  const { t } = languageWith(language)
  await moved(tx, localPath(t, articlePathOf(from)), localPath(t, articlePathOf(to)))
}
