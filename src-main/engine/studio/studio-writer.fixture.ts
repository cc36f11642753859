/**
 * A process that works at a project's studio as fast as it can. Arguments: the folder, a name, how many rounds. In each it sends
 * a message, makes a task, claims one, and decides about a feedback of its own. Prints what it did as lines of JSON.
 */
import { Project } from '../project/project';
import { claimTask, createTask } from './board';
import { decide, submitFeedback } from './feedback';
import { MessageLog } from './message-log';
import { People } from './people';
import { StudioStore } from './store';

const [folder = '', name = '', rounds = '0'] = process.argv.slice(2);
const opened = await Project.open(folder);
if (!opened.ok) throw new Error(opened.error.message);
const store = new StudioStore(opened.value);
const messages = new MessageLog(opened.value);
const people = new People({
  all: () => [],
  find: () => ({ kind: 'none' }),
  onChanged: () => () => undefined,
});

for (let round = 1; round <= Number(rounds); round += 1) {
  const at = new Date().toISOString();
  const writer = { actor: { by: name, decides: true }, at, people };
  const text = `${name} ${round}`;
  const message = store.alone(() => messages.add((id) => ({ id, at, from: name, channel: 'general', text })));
  const { value: task } = store.change((edit) => createTask(edit, { title: text }, writer));
  const { value: claimed } = store.change((edit) => claimTask(edit, undefined, { by: name }, at));
  const { value: decision } = store.change((edit) => {
    const { feedback } = submitFeedback(edit, { category: 'bug', summary: text }, writer);
    const asked = {
      feedback: feedback.id,
      verdict: 'act',
      rationale: text,
      tasks: [{ title: `answer ${text}`, status: 'done' }],
      task_ids: [],
      redecide: false,
    } as const;
    return decide(edit, asked, writer);
  });
  const done = {
    message: message.id,
    task: task.id,
    claimed: claimed.id,
    decision: decision.id,
    feedback: decision.feedback,
    answers: decision.tasks,
  };
  process.stdout.write(`${JSON.stringify(done)}\n`);
}
