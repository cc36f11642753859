/** Prompts that the runner gets. */
import { answersTo, type InputRequest } from '../engine/tools/client-input';
import type { Prompt } from '../server/prompts';
import { object, PIXEL } from './fixture';

const CONTEXT: InputRequest = {
  kind: 'form',
  message: 'What context should the prompt use?',
  schema: object({ context: { type: 'string' } }),
};

const argument = (name: string): { name: string; description: string; required: boolean } => ({
  name,
  description: name,
  required: true,
});

export const PROMPTS: readonly Prompt[] = [
  {
    name: 'test_simple_prompt',
    title: 'Simple',
    description: 'A text.',
    answer: () => ({
      messages: [{ role: 'user', content: { type: 'text', text: 'This is a simple prompt for testing.' } }],
    }),
  },
  {
    name: 'test_prompt_with_arguments',
    title: 'With arguments',
    description: 'A text with two arguments.',
    arguments: [argument('arg1'), argument('arg2')],
    answer: ({ arg1, arg2 }) => ({
      messages: [
        {
          role: 'user',
          content: { type: 'text', text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` },
        },
      ],
    }),
  },
  {
    name: 'test_prompt_with_embedded_resource',
    title: 'With a resource',
    description: 'A resource and a text.',
    arguments: [argument('resourceUri')],
    answer: ({ resourceUri }) => ({
      messages: [
        {
          role: 'user',
          content: {
            type: 'resource',
            resource: {
              uri: resourceUri ?? '',
              mimeType: 'text/plain',
              text: 'Embedded resource content for testing.',
            },
          },
        },
        { role: 'user', content: { type: 'text', text: 'Please process the embedded resource above.' } },
      ],
    }),
  },
  {
    name: 'test_prompt_with_image',
    title: 'With an image',
    description: 'An image and a text.',
    answer: () => ({
      messages: [
        { role: 'user', content: { type: 'image', data: PIXEL, mimeType: 'image/png' } },
        { role: 'user', content: { type: 'text', text: 'Please analyze the image above.' } },
      ],
    }),
  },
  {
    name: 'test_input_required_result_prompt',
    title: 'That asks',
    description: 'A text with what the person said.',
    answer: (_args, { input }) => {
      const requests = { user_context: CONTEXT };
      const said = answersTo(input, requests);
      if (said === undefined) return { needs: { requests } };
      return {
        messages: [{ role: 'user', content: { type: 'text', text: JSON.stringify(said.user_context) } }],
      };
    },
  },
];
