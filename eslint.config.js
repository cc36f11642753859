import js from '@eslint/js';
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const EXPORTS = [
  { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file that has it.' },
  { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
];

/** Ways for text to become markup, or to reach the screen past `src-renderer/ui/shown-jsx.ts`. */
const MARKUP = [
  {
    selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]',
    message: 'Text of tools and agents is never markup.',
  },
  {
    selector: 'MemberExpression[property.name=/^(innerHTML|outerHTML|srcdoc|insertAdjacentHTML)$/]',
    message: 'Text of tools and agents is never markup.',
  },
  {
    selector: 'CallExpression[callee.object.name="document"][callee.property.name=/^(write|writeln)$/]',
    message: 'Text of tools and agents is never markup.',
  },
  {
    selector: 'Property[key.name=/^(isTrusted|supportHtml)$/][value.value=true]',
    message: 'Text of tools and agents is never markup, in the editor’s own Markdown neither.',
  },
  {
    selector:
      'ImportDeclaration[source.value="react"] > ImportSpecifier[imported.name=/^(createElement|cloneElement)$/]',
    message: 'Write JSX: it makes the text of an element visible on its way to the screen.',
  },
  {
    selector:
      'MemberExpression[property.name=/^(textContent|innerText)$/][parent.type="AssignmentExpression"]',
    message: 'Let React write text: it makes it visible on its way to the screen.',
  },
];

export default tseslint.config(
  {
    ignores: [
      'out/**',
      'node_modules/**',
      'test-results/**',
      'resources/**',
      'scripts/**/*.mjs',
      'conformance/**',
      'bench/*.mjs',
      // Run in windows that are measured, as they are.
      'bench/window/bare/**',
      'bench/window/page/**',
      'examples/*.mjs',
      'clients/typescript/*.mjs',
      'clients/typescript/dist/**',
      '*.config.*',
      'bin/**',
      'editors/**',
      // Made from the definitions.
      'clients/typescript/src/engine-tools.ts',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.node.json', './tsconfig.web.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/only-throw-error': 'error',
      eqeqeq: 'error',
      'no-restricted-syntax': ['error', ...EXPORTS],
      'max-lines': ['error', { max: 420, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['**/*.test.ts', '**/*.test.tsx', 'e2e/**', 'bench/**'],
    rules: {
      'max-lines': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
    },
  },
  {
    // The language never indexes a host object with text of a script, and never coerces.
    files: ['src-main/wander/**/*.ts'],
    rules: {
      '@typescript-eslint/no-base-to-string': 'error',
      'no-implicit-coercion': 'error',
      'no-new-func': 'error',
      'no-eval': 'error',
    },
  },
  {
    files: ['src-renderer/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': hooks },
    rules: { ...hooks.configs.recommended.rules, 'no-restricted-syntax': ['error', ...EXPORTS, ...MARKUP] },
  },
  { files: ['*.js'], ...tseslint.configs.disableTypeChecked },
);
