import { ReadSignInRules, SaveSignInRules } from '../../../../modules/settings/staff/signIn.contract.ts'
import { FormCheck } from '../../kit/Form.tsx'
import { showNumber } from '../../kit/format.ts'
import { type SettingsParts, settingsForm } from '../../kit/SettingsForm.tsx'

export function SignInRules() {
  return (
    <section aria-labelledby="rules" className="mt-8">
      <h2 id="rules" className="mb-3 text-lg">
        Regole di accesso
      </h2>
      <RulesForm />
    </section>
  )
}

const RulesForm = settingsForm({
  read: ReadSignInRules,
  change: SaveSignInRules,
  done: 'Regole di accesso aggiornate',
  failed: 'Impossibile aggiornare le regole',
  save: 'Salva regole',
  rows: 1,
  Fields,
})

function Fields({ form, row }: SettingsParts<typeof SaveSignInRules, typeof ReadSignInRules>) {
  const { withoutFactor } = row
  return (
    <>
      <FormCheck
        form={form}
        name="isSecondFactorRequired"
        hint="Chi non l’ha ancora, dopo l’accesso può solo attivarla."
      />
      <p>
        {withoutFactor === 0
          ? 'Tutti gli account attivi l’hanno già.'
          : withoutFactor === 1
            ? 'Un account attivo non l’ha ancora.'
            : `${showNumber(withoutFactor)} account attivi non l’hanno ancora.`}
      </p>
    </>
  )
}
