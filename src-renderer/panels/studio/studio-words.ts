/** The studio's words as a person reads them. */
import type {
  FeedbackStatus,
  LoopStatus,
  Priority,
  Severity,
  TaskStatus,
  Verdict,
} from '../../../src-preload/contract';
import type { Tone } from '../../ui/badge';

export const TASK_WORDS: Readonly<Record<TaskStatus, string>> = {
  backlog: 'Backlog',
  todo: 'To do',
  doing: 'Doing',
  review: 'Review',
  done: 'Done',
  dropped: 'Dropped',
};

export const PRIORITY_WORDS: Readonly<Record<Priority, { readonly label: string; readonly tone: Tone }>> = {
  critical: { label: 'Critical', tone: 'danger' },
  high: { label: 'High', tone: 'warning' },
  normal: { label: 'Normal', tone: 'neutral' },
  low: { label: 'Low', tone: 'neutral' },
};

export const SEVERITY_WORDS: Readonly<Record<Severity, { readonly label: string; readonly tone: Tone }>> = {
  critical: { label: 'Critical', tone: 'danger' },
  high: { label: 'High', tone: 'warning' },
  medium: { label: 'Medium', tone: 'neutral' },
  low: { label: 'Low', tone: 'neutral' },
};

export const FEEDBACK_WORDS: Readonly<
  Record<FeedbackStatus, { readonly label: string; readonly tone: Tone }>
> = {
  open: { label: 'Open', tone: 'accent' },
  regressed: { label: 'Came back', tone: 'danger' },
  accepted: { label: 'Accepted', tone: 'info' },
  in_progress: { label: 'In progress', tone: 'info' },
  fixed: { label: 'Fixed', tone: 'success' },
  verified: { label: 'Verified', tone: 'success' },
  deferred: { label: 'Deferred', tone: 'neutral' },
  dropped: { label: 'Dropped', tone: 'neutral' },
};

export const VERDICT_WORDS: Readonly<Record<Verdict, { readonly label: string; readonly note: string }>> = {
  act: { label: 'Act on it', note: 'tasks are made for it' },
  drop: { label: 'Drop it', note: 'nothing is done about it' },
  defer: { label: 'Defer it', note: 'not now' },
  merge_into: { label: 'Merge it', note: 'it is the same as another' },
};

export const LOOP_WORDS: Readonly<
  Record<LoopStatus | 'broken', { readonly label: string; readonly tone: Tone }>
> = {
  idle: { label: 'Not begun', tone: 'neutral' },
  running: { label: 'Running', tone: 'info' },
  awaiting_approval: { label: 'Waits for you', tone: 'warning' },
  done: { label: 'Done', tone: 'success' },
  stopped: { label: 'Stopped', tone: 'neutral' },
  broken: { label: 'Broken', tone: 'danger' },
};
