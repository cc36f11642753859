/** Asks a person at a terminal for a decision. */
import { createInterface } from 'node:readline/promises';
import type { Invocation } from './command';

/**
 * Whether the person typed the whole word "yes": nobody decides by a key too many. Says so where nothing was decided, on
 * stdout too where the decision is to be JSON.
 */
export async function confirmed(call: Invocation, question: string): Promise<boolean> {
  const answer = await ask(call, question);
  if (answer.toLowerCase() === 'yes') return true;
  const instead = answer === '' ? '' : ` Only the whole word "yes" counts, not "${answer}".`;
  const message = `Nothing was decided.${instead}`;
  call.io.err(message);
  if (call.flag('json')) call.io.out(JSON.stringify({ ok: false, error: { code: 'declined', message } }));
  return false;
}

/** What the person answers, or '' where they leave. */
async function ask(call: Invocation, question: string): Promise<string> {
  const { stdin, stderr } = call.io.streams;
  const reader = createInterface({ input: stdin, output: stderr });
  // Ctrl-C and the end of input close the reader, and the question is never answered.
  const closed = new Promise<string>((resolve) => reader.once('close', () => resolve('')));
  try {
    const asked = `${question} Type "yes" to do it, anything else to leave it: `;
    return (await Promise.race([reader.question(asked), closed])).trim();
  } finally {
    reader.close();
  }
}
