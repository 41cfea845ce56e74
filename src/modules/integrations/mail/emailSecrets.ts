import { sealedColumn } from '../../../platform/encryptedColumns.ts'

/** The encrypted columns of an e-mail configuration. */
export const emailSecret = {
  api_key: sealedColumn('email_configurations', 'api_key'),
  smtp_password: sealedColumn('email_configurations', 'smtp_password'),
}
