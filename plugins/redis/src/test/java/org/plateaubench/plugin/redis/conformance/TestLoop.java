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

/** An event loop that runs on the thread of a test. */
final class TestLoop implements EventLoop, AutoCloseable {
    private static final long TIMEOUT_NANOS = 30_000_000_000L;
    private static final long MAX_WAIT_MILLIS = 5;

    private final Selector selector = Selector.open();
    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final PriorityQueue<ScheduledTask> timers =
            new PriorityQueue<>(Comparator.comparingLong(ScheduledTask::atNanos));

    private record ScheduledTask(long atNanos, Runnable task) {}

    /** Creates a loop that runs on the calling thread. */
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
        ScheduledTask scheduled = new ScheduledTask(atNanos, task);
        timers.add(scheduled);
        return () -> timers.remove(scheduled);
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

    /** Runs the loop until a condition holds; fails after 30 s. */
    void runUntil(BooleanSupplier condition) throws IOException {
        long deadline = nanoTime() + TIMEOUT_NANOS;
        while (!condition.getAsBoolean()) {
            if (nanoTime() > deadline) {
                throw new AssertionError("The condition did not hold within 30 s.");
            }
            runOnce();
        }
    }

    private void runOnce() throws IOException {
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
        for (ScheduledTask due = pollDue(); due != null; due = pollDue()) {
            due.task().run();
        }
    }

    private @Nullable ScheduledTask pollDue() {
        ScheduledTask first = timers.peek();
        return first != null && first.atNanos() <= nanoTime() ? timers.poll() : null;
    }

    @Override
    public void close() throws IOException {
        selector.close();
    }
}
