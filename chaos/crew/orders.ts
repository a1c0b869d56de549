/** What the harness tells a process of its crew to suffer or to do. */
export type Order =
  | { readonly order: 'move clock'; readonly hours: number }
  | { readonly order: 'exhaust pool'; readonly ms: number }
  | { readonly order: 'resolve'; readonly how: 'well' | 'slowly' | 'never well' }
  | { readonly order: 'stop' };

type Handlers = { readonly [Name in Order['order']]?: (order: Extract<Order, { order: Name }>) => void };

/** Obeys orders without being kept alive by the channel that they come by. */
export function obey(handlers: Handlers): void {
  process.on('message', (order: Order) => {
    const handler = handlers[order.order] as ((order: Order) => void) | undefined;
    handler?.(order);
  });
  process.channel?.unref();
}
