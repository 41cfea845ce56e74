import { audit } from '../../../kernel/audit.ts'
import { edit } from '../../../kernel/edit.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { answer } from '../../../kernel/message.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { ReadSignInRules, SaveSignInRules, type SignInRules, signInRulesChanged } from './signIn.contract.ts'

export const readSignInRules = answer(ReadSignInRules, (read) => findRules(read))

export const saveSignInRules = edit(
  SaveSignInRules,
  // An undo would not check that the caller has a second factor.
  { table: 'sign_in_rules', find: findRules, act: null },
  async (tx, { isSecondFactorRequired }, caller, before) => {
    if (isSecondFactorRequired) await refuseWithoutFactor(tx, caller.admin?.id)
    await tx`
      insert into sign_in_rules (is_second_factor_required) values (${isSecondFactorRequired})
      on conflict (id) do update
      set is_second_factor_required = excluded.is_second_factor_required, updated_at = now()`
    await audit(
      tx,
      caller,
      signInRulesChanged,
      'sign_in_rules',
      { isSecondFactorRequired: before.isSecondFactorRequired },
      { isSecondFactorRequired },
    )
    return findRules(tx)
  },
)

export async function refuseWhileRequired(tx: Tx): Promise<void> {
  const { isSecondFactorRequired } = await findRules(tx)
  if (isSecondFactorRequired)
    throw new HttpError(409, 'La verifica in due passaggi è obbligatoria per tutti: non si può disattivare.')
}

/** Throws HttpError 409: a caller without a second factor may not require one from all accounts. */
async function refuseWithoutFactor(tx: Tx, id: number | undefined): Promise<void> {
  const [own] = await tx`
    select id from admin_users where id = ${id ?? 0} and totp_confirmed_at is not null`
  if (!own)
    throw new HttpError(409, 'Prima attiva la verifica in due passaggi sul tuo account, in Il Mio Account.')
}

async function findRules(sql: Sql | Tx): Promise<SignInRules> {
  const [[row], [{ withoutFactor }]] = await Promise.all([
    sql<[{ isSecondFactorRequired: boolean; updatedAt: Date }?]>`
      select is_second_factor_required, updated_at from sign_in_rules`,
    sql<[{ withoutFactor: number }]>`
      select count(*) as without_factor from admin_users where is_active and totp_confirmed_at is null`,
  ])
  return {
    isSecondFactorRequired: row?.isSecondFactorRequired ?? false,
    withoutFactor,
    updatedAt: (row?.updatedAt ?? new Date(0)).toISOString(),
  }
}
