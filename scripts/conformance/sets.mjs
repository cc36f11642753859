/** What is run, and what has to pass. */

/** Scenarios of extensions that Skywalker does not offer. Nothing of the protocol itself is left out. */
export const LEFT_OUT = [
  {
    prefix: 'tasks-',
    count: 10,
    reason:
      'the tasks extension (io.modelcontextprotocol/tasks): calls that take long wait, tell of their progress and can be cancelled',
  },
  {
    prefix: 'sep-2640-skills-',
    count: 3,
    reason: 'the skills extension (io.modelcontextprotocol/skills): skills are tools of the project here',
  },
];

export const isLeftOut = (name) => LEFT_OUT.some(({ prefix }) => name.startsWith(prefix));

/** Each with fixtures: all that a revision requires, and all that applies to it. */
export const FIXTURE_SETS = [
  ['--requirements', '2025-11-25'],
  ['--requirements', '2026-07-28'],
  ['--suite', 'all', '--spec-version', '2025-03-26'],
  ['--suite', 'all', '--spec-version', '2025-06-18'],
  ['--suite', 'all', '--spec-version', '2025-11-25'],
  ['--suite', 'all', '--spec-version', '2026-07-28'],
];

/** Without fixtures these have to pass; the others call tools, prompts and resources of the runner's own names. */
export const PLAIN_SETS = [
  {
    args: ['--suite', 'all', '--spec-version', '2025-11-25'],
    needNoFixture: [
      'server-initialize',
      'server-session-lifecycle',
      'logging-set-level',
      'ping',
      'completion-complete',
      'tools-list',
      'server-sse-polling',
      'server-sse-multiple-streams',
      'resources-list',
      'resources-subscribe',
      'resources-unsubscribe',
      'prompts-list',
      'dns-rebinding-protection',
    ],
  },
  {
    args: ['--suite', 'all', '--spec-version', '2026-07-28'],
    needNoFixture: [
      'completion-complete',
      'tools-list',
      'server-sse-multiple-streams',
      'resources-list',
      'sep-2164-resource-not-found',
      'prompts-list',
      'dns-rebinding-protection',
      'caching',
      'http-header-validation',
      'input-required-result-unsupported-methods',
      'input-required-result-validate-input',
      'input-required-result-ignore-extra-params',
      'input-required-result-missing-input-response',
    ],
  },
];
