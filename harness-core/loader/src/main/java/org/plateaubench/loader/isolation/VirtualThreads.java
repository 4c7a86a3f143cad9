// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader.isolation;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/**
 * The virtual threads that classes of plugins have started and that have not ended, with their tasks. The platform
 * lists virtual threads only in a dump, which walks the stacks of threads while they are mounted and unmounted and so
 * can crash the JVM (JDK-8364343). The classes of plugins start virtual threads through {@link PluginGuard}, which
 * registers them here. Thread-safe.
 */
final class VirtualThreads {
    private static final Map<Thread, Runnable> RUNNING = new ConcurrentHashMap<>();

    private VirtualThreads() {}

    /** The running threads, each with its task; a weakly consistent view. */
    static Map<Thread, Runnable> running() {
        return RUNNING;
    }

    static Thread start(Thread.Builder builder, Runnable task) {
        return builder.start(registered(builder, task));
    }

    static Thread unstarted(Thread.Builder builder, Runnable task) {
        return builder.unstarted(registered(builder, task));
    }

    static ThreadFactory factory(Thread.Builder builder) {
        ThreadFactory factory = builder.factory();
        return task -> factory.newThread(registered(builder, task));
    }

    static ExecutorService executor() {
        return Executors.newThreadPerTaskExecutor(factory(Thread.ofVirtual()));
    }

    private static Runnable registered(Thread.Builder builder, Runnable task) {
        Objects.requireNonNull(task);
        return builder instanceof Thread.Builder.OfVirtual ? () -> run(task) : task;
    }

    /** Registers the current thread while the task runs, so that a thread that never starts is never registered. */
    private static void run(Runnable task) {
        Thread thread = Thread.currentThread();
        RUNNING.put(thread, task);
        try {
            task.run();
        } finally {
            RUNNING.remove(thread);
        }
    }
}
