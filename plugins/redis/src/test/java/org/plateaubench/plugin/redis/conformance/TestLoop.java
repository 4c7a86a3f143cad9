// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.conformance;

import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.spi.EventLoop;

/** An event loop that the thread of a test turns. */
final class TestLoop implements EventLoop, AutoCloseable {
    private static final long DEADLINE_NANOS = 30_000_000_000L;
    private static final long MAX_WAIT_MILLIS = 5;

    private final Selector selector = Selector.open();
    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final PriorityQueue<Due> timers = new PriorityQueue<>(Comparator.comparingLong(Due::atNanos));

    private record Due(long atNanos, Runnable task) {}

    /** A loop of the calling thread. */
    TestLoop() throws IOException {}

    @Override
    public Registration register(SelectableChannel channel, int interestOps, ReadyHandler handler) throws IOException {
        SelectionKey key = channel.register(selector, interestOps, handler);
        return new Registration() {
            @Override
            public void interestOps(int newOps) {
                if (key.isValid()) {
                    key.interestOps(newOps);
                }
            }

            @Override
            public void close() {
                key.cancel();
            }
        };
    }

    @Override
    public Timer schedule(long atNanos, Runnable task) {
        Due due = new Due(atNanos, task);
        timers.add(due);
        return () -> timers.remove(due);
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        selector.wakeup();
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    /** Turns until something holds; fails when that takes too long. */
    void until(BooleanSupplier holds) throws IOException {
        long deadline = nanoTime() + DEADLINE_NANOS;
        while (!holds.getAsBoolean()) {
            if (nanoTime() > deadline) {
                throw new AssertionError("not within 30 s");
            }
            turn();
        }
    }

    private void turn() throws IOException {
        selector.select(MAX_WAIT_MILLIS);
        List<SelectionKey> ready = new ArrayList<>(selector.selectedKeys());
        selector.selectedKeys().clear();
        for (SelectionKey key : ready) {
            if (key.isValid()) {
                ((ReadyHandler) key.attachment()).ready(key.readyOps());
            }
        }
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
        for (Due due = poll(); due != null; due = poll()) {
            due.task().run();
        }
    }

    private @Nullable Due poll() {
        Due first = timers.peek();
        return first != null && first.atNanos() <= nanoTime() ? timers.poll() : null;
    }

    @Override
    public void close() throws IOException {
        selector.close();
    }
}
