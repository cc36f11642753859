/** The language service of Wander, beside the window's own thread: typing never waits for it. */
import type { ToWorker } from './wander-protocol';
import { WanderAnswers } from './wander-answers';

const answers = new WanderAnswers(
  (message) => postMessage(message),
  // A task of its own, so that cancellations and newer texts that came right behind a question are heard first.
  (work) => setTimeout(work),
);

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => answers.hear(data));
