// Preloaded by npm scripts (`node -r ./scripts/node24.cjs`). If installNode.cjs did not run, an old Node would fail on
// the first .ts file. Plain JavaScript, because old versions of Node must parse it.
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `This needs Node 24 and runs under ${process.version}. Install with \`npm ci\` (not with --ignore-scripts: a ` +
      'script of it brings Node 24), and start everything by `npm run …`.\n',
  )
  process.exit(1)
}
