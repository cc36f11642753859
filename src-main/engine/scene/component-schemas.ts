/** The component types that every project has: their fields with units, ranges, defaults and docs. */
import type { FieldSchema } from './field-schema';

/** A component type: an object schema whose every property has a default. */
export interface ComponentSchema extends FieldSchema {
  readonly type: 'object';
  readonly description: string;
  readonly properties: Readonly<Record<string, FieldSchema>>;
}

/**
 * The meshes that need no file, each in a cube of one metre around the origin. Cylinder, cone (its tip up), capsule (radius
 * 0.25) and torus (0.35 from its middle to that of its ring, which is 0.15 thick) stand around the y axis; the plane faces
 * up, the quad faces +z.
 */
export const PRIMITIVES = [
  'cube',
  'sphere',
  'plane',
  'cylinder',
  'cone',
  'capsule',
  'torus',
  'quad',
] as const;

const flag = (value: boolean, description: string): FieldSchema => ({
  type: 'boolean',
  default: value,
  description,
});

const share = (value: number, description: string): FieldSchema => ({
  type: 'number',
  minimum: 0,
  maximum: 1,
  default: value,
  description,
});

const amount = (
  value: number,
  minimum: number,
  maximum: number,
  unit: string,
  description: string,
): FieldSchema => ({
  type: 'number',
  minimum,
  maximum,
  default: value,
  'x-unit': unit,
  description,
});

const choice = (options: readonly string[], description: string): FieldSchema => ({
  type: 'string',
  enum: options,
  default: options[0] ?? '',
  description,
});

const vector = (unit: string, description: string): FieldSchema => ({
  type: 'array',
  items: { type: 'number' },
  minItems: 3,
  maxItems: 3,
  default: [0, 0, 0],
  'x-unit': unit,
  description,
});

const mesh: ComponentSchema = {
  type: 'object',
  title: 'Mesh',
  description: "A visible shape. Its colour is the entity's `color`, whose alpha makes it see-through.",
  additionalProperties: false,
  properties: {
    mesh: {
      anyOf: [
        { type: 'string', enum: PRIMITIVES },
        {
          type: 'string',
          pattern: '^asset:.+',
          description: 'A file of the project is written "asset:models/tree.glb".',
        },
      ],
      default: 'cube',
      description: `A primitive (${PRIMITIVES.join(', ')}), or "asset:" and the project path of a model.`,
    },
    metallic: share(0, 'How much it reflects like a metal.'),
    roughness: share(0.7, '0 is a mirror, 1 is chalk.'),
    emissive: {
      type: 'string',
      format: 'color',
      default: '#000000',
      description: 'The colour of the light it gives off.',
    },
    emissiveIntensity: amount(1, 0, 100, 'times', 'How brightly it glows in its `emissive` colour.'),
    shading: choice(['pbr', 'toon', 'unlit'], 'How light falls on it.'),
    visible: flag(true, 'Whether it is drawn.'),
    castShadows: flag(true, 'Whether it throws shadows.'),
    receiveShadows: flag(true, 'Whether shadows fall on it.'),
    doubleSided: flag(false, 'Whether its back faces are drawn.'),
  },
};

const light: ComponentSchema = {
  type: 'object',
  title: 'Light',
  description:
    "A light in the entity's `color`. Directional and spot lights shine along its forward axis (−Z).",
  additionalProperties: false,
  properties: {
    kind: choice(['point', 'directional', 'spot', 'ambient'], 'Where the light comes from.'),
    intensity: amount(1, 0, 1000, 'times', 'Brightness; 1 is a normal sun or lamp.'),
    range: amount(10, 0, 10_000, 'm', 'How far a point or spot light reaches.'),
    spotAngle: amount(45, 1, 179, 'degrees', "The whole angle of a spot light's cone."),
    softness: share(0.2, "How much of a spot light's cone fades out at its edge."),
    castShadows: flag(false, 'Whether things in its light throw shadows.'),
  },
};

const camera: ComponentSchema = {
  type: 'object',
  title: 'Camera',
  description: 'A view of the scene along the forward axis (−Z).',
  additionalProperties: false,
  properties: {
    fov: { ...amount(60, 1, 179, 'degrees', 'The vertical angle of view.'), title: 'Field of view' },
    near: { ...amount(0.1, 0.001, 1000, 'm', 'Nearer things are not drawn.'), title: 'Near plane' },
    far: { ...amount(1000, 0.01, 1_000_000, 'm', 'Farther things are not drawn.'), title: 'Far plane' },
    orthographic: flag(false, 'No perspective: `orthoSize` counts, `fov` does not.'),
    orthoSize: {
      ...amount(10, 0.001, 100_000, 'm', 'The height of an orthographic view.'),
      title: 'Orthographic height',
    },
    primary: flag(false, 'The camera that the game starts with.'),
  },
};

const body: ComponentSchema = {
  type: 'object',
  title: 'Body',
  description:
    'Makes the entity solid: it stands in the way of others, and falls and is pushed when it is dynamic.',
  additionalProperties: false,
  properties: {
    kind: choice(
      ['dynamic', 'static', 'kinematic'],
      'Moved by forces, never moved, or moved only by scripts.',
    ),
    shape: choice(
      ['box', 'sphere', 'capsule', 'mesh'],
      'The shape that touches others, in the size of the entity.',
    ),
    mass: amount(1, 0.001, 1_000_000, 'kg', 'The mass of a dynamic body.'),
    friction: share(0.5, 'How much its surface grips.'),
    restitution: share(0, 'How much of its speed it keeps when it bounces.'),
    gravityScale: amount(1, -100, 100, 'times', 'How strongly gravity pulls it.'),
    velocity: vector('m/s', 'Its speed when the game starts.'),
    trigger: flag(false, 'Notices what touches it, and stands in nobody’s way.'),
  },
};

const text: ComponentSchema = {
  type: 'object',
  title: 'Text',
  description: "Writing in the scene, in the entity's `color`.",
  additionalProperties: false,
  properties: {
    text: { type: 'string', default: '', maxLength: 10_000, description: 'What it says.' },
    size: amount(0.5, 0.01, 1000, 'm', 'The height of a capital letter.'),
    align: choice(['center', 'left', 'right'], 'Which part of a line is at the position.'),
    billboard: flag(false, 'Always turned to the camera.'),
  },
};

const script: ComponentSchema = {
  type: 'object',
  title: 'Script',
  description: 'Behaviours in Wander that run while the game plays, in this order.',
  additionalProperties: false,
  properties: {
    behaviors: {
      type: 'array',
      default: [],
      maxItems: 100,
      description: 'Each has a name that is unique on the entity, and its code in `file` or in `source`.',
      items: {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 100, description: 'Its name.' },
          file: {
            type: 'string',
            maxLength: 1_000,
            pattern: '^[^/\\\\].*\\.wander$',
            description: 'A file of the project is written "scripts/lantern.wander".',
          },
          source: { type: 'string', maxLength: 1_000_000, description: 'Wander code, in place of a file.' },
          behavior: {
            type: 'string',
            maxLength: 100,
            description: 'Which behaviour of the code; all of them where it is not given.',
          },
          params: {
            type: 'object',
            additionalProperties: true,
            description: 'Values for its `param`s, in place of those that the code gives.',
          },
          intent: { type: 'string', maxLength: 10_000, description: 'What it is meant to do, in words.' },
          enabled: flag(true, 'Whether it runs.'),
        },
      },
    },
  },
};

/** In the order in which components stand in a file. */
export const BUILT_IN_COMPONENTS: Readonly<Record<string, ComponentSchema>> = {
  mesh,
  light,
  camera,
  body,
  text,
  script,
};
