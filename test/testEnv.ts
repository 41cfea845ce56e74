/** The environment of every application that a test starts. */
export const testEnv = {
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  SITE_URL: 'https://www.salento.example',
  NODE_ENV: 'test',
  // Tests speak for many visitors: each says its own address.
  TRUST_PROXY: '127.0.0.1',
  LOG_LEVEL: 'silent',
  // A busy machine is slow, and an answer is an answer.
  ANSWER_MS: '30000',
}
