import type { SignInRules as Rules } from '../../../../modules/settings/staff/signIn.contract.ts'
import { ReadSignInRules, SaveSignInRules } from '../../../../modules/settings/staff/signIn.contract.ts'
import { useQueryCall } from '../../kit/api.ts'
import { Form, FormCheck } from '../../kit/Form.tsx'
import { showNumber } from '../../kit/format.ts'
import { Answer } from '../../kit/States.tsx'
import { useSettingsForm } from '../../kit/useSettingsForm.ts'

export function SignInRules() {
  const rules = useQueryCall(ReadSignInRules, {})
  return (
    <section aria-labelledby="rules" className="mt-8">
      <h2 id="rules" className="mb-3 text-lg">
        Regole di accesso
      </h2>
      <Answer of={rules} rows={1}>
        {(values) => <RulesForm values={values} />}
      </Answer>
    </section>
  )
}

function RulesForm({ values }: { values: Rules }) {
  const { withoutFactor } = values
  const form = useSettingsForm({
    read: ReadSignInRules,
    change: SaveSignInRules,
    values,
    done: 'Regole di accesso aggiornate',
    failed: 'Impossibile aggiornare le regole',
  })
  return (
    <Form form={form} save="Salva regole">
      <FormCheck
        form={form}
        name="isSecondFactorRequired"
        label="Verifica in due passaggi obbligatoria"
        hint="Chi non l’ha ancora, dopo l’accesso può solo attivarla."
      />
      <p>
        {withoutFactor === 0
          ? 'Tutti gli account attivi l’hanno già.'
          : withoutFactor === 1
            ? 'Un account attivo non l’ha ancora.'
            : `${showNumber(withoutFactor)} account attivi non l’hanno ancora.`}
      </p>
    </Form>
  )
}
