/** Running tests from anywhere: the palette, the menu, keys. */
import { useBehaviors } from '../../state/behaviors-store';
import type { Command } from '../../state/commands';
import { useTools } from '../../state/tools-store';
import { useTests } from './test-store';
import { failedTests } from './test-tree';

export async function runAll(): Promise<void> {
  await useTests.getState().load(useTools.getState().tools);
  useTests.getState().loadScripts(useBehaviors.getState().files);
  const { tools, run } = useTests.getState();
  await run([...tools.values()].filter((one) => one.tests.length > 0).map((one) => ({ tool: one.tool })));
}

export function testCommands(): readonly Command[] {
  const idle = (): boolean => useTests.getState().progress === null;
  return [
    {
      id: 'tests.run-all',
      title: 'Run All Tests',
      category: 'Tests',
      menu: { name: 'tools', group: 2 },
      when: idle,
      run: runAll,
    },
    {
      id: 'tests.run-failed',
      title: 'Run Failed Tests',
      category: 'Tests',
      keys: 'Shift+F5',
      menu: { name: 'tools', group: 2 },
      when: () => idle() && failedTests([...useTests.getState().tools.values()]).length > 0,
      run: () => useTests.getState().run(failedTests([...useTests.getState().tools.values()])),
    },
    {
      id: 'tests.stop',
      title: 'Stop the Test Run',
      category: 'Tests',
      when: () => !idle(),
      run: () => useTests.getState().stop(),
    },
  ];
}
