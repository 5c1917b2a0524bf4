/** Who may import whom. ARCHITECTURE.md explains every rule. */
const error = (name, from, to, extra = {}) => ({ name, severity: 'error', from, to, ...extra })
const FEATURES = '^apps/[^/]+/src/features/'
const TEST = '\\.test\\.tsx?$'
const COMPOSITION = 'app|main|command\\.|create-admin|backup\\.|restore\\.|start-server|bring-up'

module.exports = {
  forbidden: [
    error(
      'packages-stand-alone',
      { path: '^packages/([^/]+)/', pathNot: TEST },
      { path: '^(apps|packages)/|node_modules/(?!zod/)', pathNot: '^packages/$1/' },
    ),
    error(
      'apps-meet-only-in-packages',
      { path: '^apps/([^/]+)/' },
      { path: '^apps/', pathNot: '^apps/$1/|^apps/simulators/' },
    ),
    error('tools-are-not-the-product', { path: '^(apps|packages)/' }, { path: '^tools/' }),
    error(
      'simulators-are-for-tests-and-the-demo',
      { path: '^apps/(server|web)/src/', pathNot: '^apps/server/src/demo/' },
      { path: '^apps/simulators/' },
    ),
    error(
      'features-do-not-know-the-app',
      { path: `^apps/[^/]+/src/(?!${COMPOSITION})`, pathNot: TEST },
      { path: `^apps/[^/]+/src/(${COMPOSITION})` },
    ),
    error(
      'shared-code-knows-no-feature',
      { path: '^apps/[^/]+/src/(db|http|jobs|secrets|time|outside|api|ui|format)/', pathNot: TEST },
      { path: FEATURES },
    ),
    error(
      'routes-are-a-dead-end',
      { pathNot: '^apps/server/src/app\\.ts$' },
      { path: `${FEATURES}[^/]+/routes\\.ts$` },
    ),
    error(
      'only-queries-speak-sql',
      { path: '^apps/server/src/', pathNot: `queries\\.ts$|^apps/server/src/(db|demo|jobs)/|${TEST}` },
      { path: 'node_modules/drizzle-orm|/db/schema/' },
    ),
    error(
      'rules-are-pure',
      { path: '[/-]rules\\.ts$' },
      { path: '/src/(db|http|outside|api)/|queries\\.ts$|node_modules/' },
    ),
    error(
      'screens-do-not-borrow-screens',
      { path: '^apps/web/src/features/([^/]+)/', pathNot: TEST },
      {
        path: '^apps/web/src/features/',
        pathNot:
          '/features/($1|availability|charges|closures|credits|insight|integrations|payments|series|visits|waiting-list)/|/api\\.ts$',
      },
    ),
    error(
      'demo-data-is-not-the-product',
      { path: '^apps/server/src/(?!demo|main|start-server|bring-up)', pathNot: TEST },
      { path: '^apps/server/src/demo/' },
    ),
    error('no-cycles', {}, { circular: true }),
    error('no-feature-cycles', { path: FEATURES }, { circular: true }, { scope: 'folder' }),
    error(
      'no-dumping-grounds',
      {},
      {
        path: '^(apps|packages|tools)/.*/((utils?|helpers?|common|misc|lib|services?|managers?)(/|\\.tsx?$)|index\\.tsx?$)',
      },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // Tests may import anything.
    exclude: { path: '/dist/|\\.test\\.tsx?$|^apps/[^/]+/test/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
}
