/**
 * What a tool may ask of the client that calls it, before it can answer: a form for its person, a text of its model, the
 * folders that it works in. A call never waits for that. It ends with what it needs, having changed nothing, and the client
 * makes it again with the answers: so it is in MCP since 2026-07-28, and the server does it so for the older revisions too.
 */
import type { Json, JsonObject } from '../json';
import { failed } from './result';
import type { ToolFailureResult } from './definition';
import { compileOutputSchema } from './validation';

export type InputRequest =
  | {
      readonly kind: 'form';
      /** For the person, who sees which program asks. */
      readonly message: string;
      /** A flat object: texts, numbers, booleans and choices. */
      readonly schema: JsonObject;
    }
  | { readonly kind: 'completion'; readonly prompt: string; readonly maxTokens: number }
  | { readonly kind: 'roots' };

export type InputKind = InputRequest['kind'];

export type InputAnswer =
  | { readonly kind: 'form'; readonly action: 'accept'; readonly content: JsonObject }
  | { readonly kind: 'form'; readonly action: 'decline' | 'cancel' }
  | { readonly kind: 'completion'; readonly text: string }
  | { readonly kind: 'roots'; readonly roots: readonly { readonly uri: string; readonly name?: string }[] };

/** What the client gave with a call, and can be asked for. Untrusted, but for `state`. */
export interface ClientInput {
  /** Kinds of requests that it understands. */
  readonly can: ReadonlySet<InputKind>;
  /** By the keys that were asked under. */
  readonly answers: Readonly<Record<string, InputAnswer>>;
  /** What an earlier round of the same call, with the same arguments, wanted kept. */
  readonly state?: Json;
}

/** What a call needs before it can go on. */
export interface InputNeeded {
  readonly requests: Readonly<Record<string, InputRequest>>;
  /** Comes back with the answers. The client can read it. */
  readonly state?: Json;
}

export const NO_INPUT: ClientInput = { can: new Set(), answers: {} };

type AnswersTo<Requests extends Readonly<Record<string, InputRequest>>> = {
  readonly [Key in keyof Requests]: Extract<InputAnswer, { readonly kind: Requests[Key]['kind'] }>;
};

/** The answers, where there is one of the right kind to each request, and what a form was filled in with fits it. */
export function answersTo<Requests extends Readonly<Record<string, InputRequest>>>(
  input: ClientInput,
  requests: Requests,
): AnswersTo<Requests> | undefined {
  const given = input.answers;
  const all = Object.entries(requests).every(([key, request]) =>
    answers(Object.hasOwn(given, key) ? given[key] : undefined, request),
  );
  return all ? (given as AnswersTo<Requests>) : undefined;
}

function answers(answer: InputAnswer | undefined, request: InputRequest): boolean {
  if (answer === undefined || answer.kind !== request.kind) return false;
  if (answer.kind !== 'form' || answer.action !== 'accept' || request.kind !== 'form') return true;
  const validator = compileOutputSchema(request.schema);
  return validator.ok && validator.value.checkOutput(answer.content).ok;
}

/** Ends a call that can't go on without answers. */
export function needInput(
  requests: Readonly<Record<string, InputRequest>>,
  state?: Json,
): ToolFailureResult & { readonly needs: InputNeeded } {
  const asked = Object.values(requests).map(wording).join('; ');
  return {
    ...failed(
      'input_required',
      `The call needs an answer of the client first: ${asked}.`,
      'Call it from a client that can be asked (MCP elicitation, sampling or roots).',
    ),
    needs: { requests, ...(state === undefined ? {} : { state }) },
  };
}

function wording(request: InputRequest): string {
  if (request.kind === 'form') return request.message.replace(/[.:]$/, '');
  return request.kind === 'completion' ? 'a text of its model' : 'the folders that it works in';
}
