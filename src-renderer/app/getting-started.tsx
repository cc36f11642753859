import { Check, Circle, CircleDot, X } from 'lucide-react';
import { useEffect, useMemo, type ReactNode } from 'react';
import { useSettingsView } from '../panels/settings/settings-view';
import { useToolsView } from '../panels/tools/tools-view';
import { useApp } from '../state/app-store';
import { useCommands, useKeysOf, runCommand, type Command } from '../state/commands';
import {
  nextStep,
  ONBOARDING_STEPS,
  SAMPLE_TOOL,
  useOnboarding,
  type OnboardingStep,
} from '../state/onboarding-store';
import { showToast } from '../state/toasts';
import { useTools } from '../state/tools-store';
import { Button, IconButton } from '../ui/button';
import styles from './getting-started.module.css';

interface StepWords {
  readonly title: string;
  /** What to do, in a sentence. */
  readonly hint: string;
  readonly button: string;
  readonly go: () => void;
}

const STEPS: Readonly<Record<OnboardingStep, StepWords>> = {
  look: {
    title: 'Look at what waits',
    hint: 'An agent made a tool that puts crystals around an entity. It can’t run before you approve it.',
    button: 'Look at the Tool',
    go: () => useToolsView.getState().review(SAMPLE_TOOL),
  },
  try: {
    title: 'Try it',
    hint: 'Run it as a dry run: you see what it would change, and nothing is kept.',
    button: 'Try It',
    go: () => useToolsView.getState().review(SAMPLE_TOOL, 'try'),
  },
  approve: {
    title: 'Approve it',
    hint: 'Approve exactly what is on the page. When the tool changes, it waits again.',
    button: 'Decide',
    go: () => useToolsView.getState().review(SAMPLE_TOOL, 'decision'),
  },
  call: {
    title: 'Call it',
    hint: 'Now it can run. What it changes is one step that you can undo.',
    button: 'Call It',
    go: () => useToolsView.getState().review(SAMPLE_TOOL, 'try'),
  },
  connect: {
    title: 'Connect an agent',
    hint: 'Copy the configuration for your agent, and ask it to make the next tool.',
    button: 'Connect an Agent',
    go: () => useSettingsView.getState().open('connect'),
  },
};

/** Leads somebody new through the sample, one step at a time, until they are through or want to be left alone. */
export function GettingStarted(): ReactNode {
  const here = useTools((state) => state.tools.some(({ name }) => name === SAMPLE_TOOL));
  const { done, dismissed } = useOnboarding();
  useCommands(useMemo(() => startCommands(), []));
  useProgress();
  if (!here || dismissed) return null;
  return <Steps done={done} />;
}

function Steps({ done }: { readonly done: ReadonlySet<OnboardingStep> }): ReactNode {
  const dismiss = useOnboarding((state) => state.dismiss);
  const keys = useKeysOf('start.next');
  const next = nextStep(done);
  return (
    <section className={styles.bar} aria-label="Getting started" data-region="start">
      <ol className={styles.steps}>
        {ONBOARDING_STEPS.map((step) => {
          const Icon = done.has(step) ? Check : step === next ? CircleDot : Circle;
          return (
            <li
              key={step}
              className={styles.step}
              data-done={done.has(step)}
              aria-current={step === next ? 'step' : undefined}
            >
              <Icon size={13} strokeWidth={2} aria-hidden />
              {STEPS[step].title}
              {done.has(step) && <span className="visually-hidden">, done</span>}
            </li>
          );
        })}
      </ol>
      <p className={styles.hint} role="status">
        {next === undefined
          ? 'That is all: every tool that an agent makes comes this way.'
          : STEPS[next].hint}
      </p>
      {next === undefined ? (
        <Button size="small" variant="primary" onClick={dismiss}>
          Done
        </Button>
      ) : (
        <Button size="small" variant="primary" keys={keys} onClick={STEPS[next].go}>
          {STEPS[next].button}
        </Button>
      )}
      <IconButton label="Hide Getting Started" icon={X} size="small" onClick={dismiss} />
    </section>
  );
}

/** What is done is seen in what is there, whichever way it was done. */
function useProgress(): void {
  const status = useTools((state) => state.tools.find(({ name }) => name === SAMPLE_TOOL)?.status);
  const open = useToolsView((state) => state.open);
  const connected = useApp((state) => (state.info?.connections.length ?? 0) > 0);
  useEffect(() => {
    const { note } = useOnboarding.getState();
    if (open === SAMPLE_TOOL) note('look');
    if (status === 'active') note('approve');
    if (status !== undefined && connected) note('connect');
  }, [open, status, connected]);
}

function startCommands(): readonly Command[] {
  const next = (): OnboardingStep | undefined => nextStep(useOnboarding.getState().done);
  const isSample = (): boolean => useTools.getState().tools.some(({ name }) => name === SAMPLE_TOOL);
  return [
    {
      id: 'start.next',
      title: 'Next Step of Getting Started',
      category: 'Help',
      keys: 'Alt+N',
      menu: { name: 'help', group: 1 },
      when: () => isSample() && !useOnboarding.getState().dismissed && next() !== undefined,
      run: () => {
        const step = next();
        if (step !== undefined) STEPS[step].go();
      },
    },
    {
      id: 'start.again',
      title: 'Show Getting Started',
      category: 'Help',
      menu: { name: 'help', group: 1 },
      run: () => {
        useOnboarding.getState().restart();
        if (isSample()) return;
        // Nobody who asks for help expects another window.
        showToast({
          tone: 'info',
          title: 'Getting started is about the sample project',
          detail: 'It opens in a window of its own.',
          action: { label: 'Open the Sample', run: () => void runCommand('file.sample') },
        });
      },
    },
  ];
}
