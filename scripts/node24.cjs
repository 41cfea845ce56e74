// Preloaded by every npm script (`node -r ./scripts/node24.cjs`), so it is plain JavaScript that old versions of Node
// can parse. Node 24 is the npm package `node`, which npm puts first on PATH in scripts. If its install script did
// not run, the system's Node is used silently, and an old one fails on the first .ts file.
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `This needs Node 24 and runs under ${process.version}. Install with \`npm ci\` (not with --ignore-scripts or ` +
      '--omit=dev: the package `node` brings Node 24), and start everything by `npm run …`.\n',
  )
  process.exit(1)
}
