import { audit } from '../../../kernel/audit.ts'
import { on } from '../../../kernel/message.ts'
import { slugOf } from '../../../kernel/slug.ts'
import { jsonb } from '../../../platform/db.ts'
import { translationDrafted, translationDraftKept } from './contract.ts'

const worker = { name: 'worker', address: null, admin: null, idempotencyKey: null }

/** Stores a machine's translation as a draft. Visitors read the earlier text until a person has reviewed the draft. */
export const keepTranslationDraft = on(
  'content:keepTranslationDraft',
  translationDrafted,
  async ({ kind, id, language, text, source, updatedAt, model }, { write }) => {
    const name = 'slug' in source ? slugOf(text.title ?? text.name ?? '') : ''
    const draft = { ...text, ...(name ? { slug: name } : {}) }
    await write.begin(async (tx) => {
      const [stored] = await tx`
        insert into translations (kind, id, language, state, text, made_from)
        values (${kind}, ${id}, ${language}, 'draft', ${jsonb(tx, draft)}, ${jsonb(tx, source)})
        on conflict (kind, id, language) do update
          set state = 'draft', text = excluded.text, made_from = excluded.made_from, updated_at = now()
          where date_trunc('milliseconds', translations.updated_at) = ${updatedAt}::timestamptz
        returning id`
      if (!stored) return
      const subject = `translations/${kind}/${id}/${language}`
      await audit(tx, worker, translationDraftKept, subject, null, { model, text: draft })
    })
  },
  { acts: [translationDraftKept] },
)
