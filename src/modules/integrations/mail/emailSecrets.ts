import { encryptedColumn } from '../../../platform/encryptedColumns.ts'

/** The encrypted columns of an e-mail configuration. */
export const emailSecret = {
  api_key: encryptedColumn('email_configurations', 'api_key'),
  smtp_password: encryptedColumn('email_configurations', 'smtp_password'),
}
