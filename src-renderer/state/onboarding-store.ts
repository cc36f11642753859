/** How far somebody new has come on the first way through the sample: what they have done, and whether they want to be led. */
import { create } from 'zustand';
import { isObject, stringsOf } from './read-json';
import { readStored, writeStored } from './stored';

/** The tool that waits in the sample project. */
export const SAMPLE_TOOL = 'user_crystal_ring';

export const ONBOARDING_STEPS = ['look', 'try', 'approve', 'call', 'connect'] as const;
export type OnboardingStep = (typeof ONBOARDING_STEPS)[number];

interface OnboardingState {
  readonly done: ReadonlySet<OnboardingStep>;
  readonly dismissed: boolean;
  readonly note: (step: OnboardingStep) => void;
  readonly dismiss: () => void;
  /** From the beginning. */
  readonly restart: () => void;
}

type Kept = Pick<OnboardingState, 'done' | 'dismissed'>;

function parse(value: unknown): Kept | undefined {
  if (!isObject(value)) return undefined;
  const done = stringsOf(value['done']);
  return {
    done: new Set(ONBOARDING_STEPS.filter((step) => done.includes(step))),
    dismissed: value['dismissed'] === true,
  };
}

export const useOnboarding = create<OnboardingState>((set) => ({
  ...readStored<Kept>('onboarding', parse, { done: new Set(), dismissed: false }),
  note: (step) => set((state) => (state.done.has(step) ? state : { done: new Set([...state.done, step]) })),
  dismiss: () => set({ dismissed: true }),
  restart: () => set({ done: new Set(), dismissed: false }),
}));

useOnboarding.subscribe(({ done, dismissed }) => writeStored('onboarding', { done: [...done], dismissed }));

/** The first step that is not done; undefined after the last. */
export function nextStep(done: ReadonlySet<OnboardingStep>): OnboardingStep | undefined {
  return ONBOARDING_STEPS.find((step) => !done.has(step));
}
