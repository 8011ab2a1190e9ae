declare module '*.css';

interface ImportMeta {
    readonly env: { readonly PROD: boolean; readonly DEV: boolean; readonly BASE_URL: string };
}
