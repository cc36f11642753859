/** What a tool asks of the client, in MCP's words, and what the client answers, parsed. The SDK does the rounds, in each revision's way. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type ElicitRequestFormParams,
  type InputRequest as McpInputRequest,
  type InputRequiredResult,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Json } from '../engine/json';
import type {
  ClientInput,
  InputAnswer,
  InputKind,
  InputNeeded,
  InputRequest,
} from '../engine/tools/client-input';

/** What a round keeps for the next, signed: it belongs to one caller's one request. */
interface Kept {
  readonly of: string;
  readonly state: Json;
}

export class InputRounds {
  // Of this process: a call that waits for an answer does not outlive it.
  readonly #codec = createRequestStateCodec<Kept>({ key: randomBytes(32), ttlSeconds: 600 });

  /** For the SDK, which refuses what was changed or is too old before a handler runs. */
  readonly verify = (state: string, context: ServerContext): Promise<Kept> =>
    this.#codec.verify(state, context);

  /** `about` is the request: who makes it, and all that it says. */
  given(server: Server, context: ServerContext, about: readonly unknown[]): ClientInput {
    const kept = context.mcpReq.requestState<Kept>();
    if (kept !== undefined && kept.of !== fingerprint(about))
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        'Invalid requestState: it belongs to another request.',
        { reason: 'invalid_request_state' },
      );
    const { envelope, inputResponses = {} } = context.mcpReq;
    return new Given({ ...envelope }, () => server.getClientCapabilities(), inputResponses, kept?.state);
  }

  async needed({ requests, state }: InputNeeded, about: readonly unknown[]): Promise<InputRequiredResult> {
    const entries = Object.entries(requests).map(([key, request]) => [key, inMcp(request)] as const);
    return inputRequired({
      ...(entries.length === 0 ? {} : { inputRequests: Object.fromEntries(entries) }),
      ...(state === undefined
        ? {}
        : { requestState: await this.#codec.mint({ of: fingerprint(about), state }) }),
    });
  }
}

type Values = Readonly<Record<string, unknown>>;

/** Of a request that brings no answers. `envelope` is that of the stateless revision, `declared` what the client said when it connected. */
export function declaredInput(envelope: Values | undefined, declared: () => unknown): ClientInput {
  return new Given(envelope, declared, {}, undefined);
}

/** Looked at only by the few tools that ask. */
class Given implements ClientInput {
  constructor(
    private readonly envelope: Values | undefined,
    private readonly declared: () => unknown,
    private readonly responses: Values,
    readonly state: Json | undefined,
  ) {}

  get can(): ReadonlySet<InputKind> {
    return kindsOf(this.envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? this.declared() ?? {});
  }

  get answers(): Readonly<Record<string, InputAnswer>> {
    return answersOf(this.responses);
  }
}

function fingerprint(about: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(about)).digest('base64url');
}

const CAPABILITIES = z.object({
  elicitation: z.looseObject({ form: z.unknown().optional(), url: z.unknown().optional() }).optional(),
  sampling: z.looseObject({}).optional(),
  roots: z.looseObject({}).optional(),
});

function kindsOf(capabilities: unknown): ReadonlySet<InputKind> {
  const declared = CAPABILITIES.safeParse(capabilities);
  const kinds = new Set<InputKind>();
  if (!declared.success) return kinds;
  const { elicitation, sampling, roots } = declared.data;
  // Naming no mode means forms, the only one there was at first.
  if (elicitation && (elicitation.form !== undefined || elicitation.url === undefined)) kinds.add('form');
  if (sampling) kinds.add('completion');
  if (roots) kinds.add('roots');
  return kinds;
}

const TEXT = z.looseObject({ type: z.literal('text'), text: z.string() });
const OTHER = z.looseObject({ type: z.string() });

const ANSWER = z.union([
  z
    .looseObject({ action: z.literal('accept'), content: z.record(z.string(), z.json()).default({}) })
    .transform(({ content }): InputAnswer => ({ kind: 'form', action: 'accept', content })),
  z
    .looseObject({ action: z.enum(['decline', 'cancel']) })
    .transform(({ action }): InputAnswer => ({ kind: 'form', action })),
  z
    .looseObject({ role: z.string(), content: z.union([z.array(z.union([TEXT, OTHER])), TEXT, OTHER]) })
    .transform(({ content }): InputAnswer => {
      const blocks = Array.isArray(content) ? content : [content];
      const texts = blocks.map((block) =>
        'text' in block && typeof block.text === 'string' ? block.text : '',
      );
      return { kind: 'completion', text: texts.join('') };
    }),
  z
    .looseObject({
      roots: z.array(z.looseObject({ uri: z.string(), name: z.string().optional() })).max(1000),
    })
    .transform(({ roots }): InputAnswer => ({
      kind: 'roots',
      roots: roots.map(({ uri, name }) => ({ uri, ...(name === undefined ? {} : { name }) })),
    })),
]);

/** What is no answer at all is left out: the tool asks again. */
function answersOf(responses: Readonly<Record<string, unknown>>): Readonly<Record<string, InputAnswer>> {
  return Object.fromEntries(
    Object.entries(responses).flatMap(([key, response]) => {
      const answer = ANSWER.safeParse(response);
      return answer.success ? [[key, answer.data]] : [];
    }),
  );
}

function inMcp(request: InputRequest): McpInputRequest {
  switch (request.kind) {
    case 'form':
      return inputRequired.elicit({
        message: request.message,
        // The SDK's type lists the forms that MCP allows; what a tool asks is checked where it is sent.
        requestedSchema: request.schema as unknown as ElicitRequestFormParams['requestedSchema'],
      });
    case 'completion':
      return inputRequired.createMessage({
        messages: [{ role: 'user', content: { type: 'text', text: request.prompt } }],
        maxTokens: request.maxTokens,
      });
    case 'roots':
      return inputRequired.listRoots();
  }
}
