// What browsers have that the compiler does not know yet, and what it knows in less detail than the pages need.
declare class OffscreenCanvas { constructor(width: number, height: number); width: number; height: number; getContext(kind: "2d"): CanvasRenderingContext2D; convertToBlob(options?: { type?: string, quality?: number }): Promise<Blob>; }
declare class CompressionStream { constructor(format: string); readable: ReadableStream; writable: WritableStream; }
declare class DecompressionStream { constructor(format: string); readable: ReadableStream; writable: WritableStream; }
declare namespace Intl {
  function supportedValuesOf(key: string): string[];
  interface Locale { getWeekInfo?(): { firstDay: number }; weekInfo?: { firstDay: number }; }
}
interface ImportMeta { resolve?(path: string): string; }
interface Element { role: string | null; }
interface URLSearchParams { readonly size: number; }
interface Navigator { setAppBadge(count?: number): Promise<void>; clearAppBadge(): Promise<void>; contacts: { select(properties: string[], options?: object): Promise<any[]> }; wakeLock: { request(kind: string): Promise<any> }; }
interface ServiceWorkerRegistration { readonly sync: { register(tag: string): Promise<void> }; }
