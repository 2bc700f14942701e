// What the compiler does not know of the scope of a service worker.
interface WorkerGlobalScope {
  addEventListener(type: string, hear: (event: any) => any): void;
  skipWaiting(): Promise<void>;
  readonly clients: any;
  readonly registration: ServiceWorkerRegistration;
}
interface WorkerNavigator { setAppBadge(count?: number): Promise<void>; }
