/**
 * How far V8 builds functions into one another. A Wander program is a tree of small closures, and V8's own limit is reached
 * after some ten of them: the rest are calls. Raised, whole loops become one piece of machine code. It is for this process, and for
 * what is optimised from then on.
 */
import { setFlagsFromString } from 'node:v8';

/** Bytes of bytecode built into one function; 920 unless said otherwise. */
const LIMIT = 3000;

let raised = false;

/** To be called when a program gets warm: before that, there is nothing to gain. */
export function raiseInlining(): void {
  if (raised) return;
  raised = true;
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${LIMIT}`);
}
