// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the platform threads that run a plugin's code or have its context class loader. Stateless and thread-safe. */
public final class PluginThreads {
    private static final String HARNESS_NAME = "plateau-";
    /** The threads of the common pool inherit the context of the thread that first needs it. */
    private static final String COMMON_POOL_NAME = "ForkJoinPool.commonPool-";

    private static final List<String> PLATFORM_PACKAGES = List.of("jdk.internal.", "sun.", "com.sun.");

    private PluginThreads() {}

    /** A sentence about the threads that a plugin has left running; empty if there are none. */
    public static Optional<String> left(String plugin) {
        List<String> left = new ArrayList<>();
        for (Thread thread : platformThreads()) {
            // Read one by one: Thread.getAllStackTraces reads all at once, which can crash the JVM while virtual
            // threads start and end (JDK-8392031).
            Optional<StackTraceElement> frame = Arrays.stream(thread.getStackTrace())
                    .filter(PluginOrigin::isOfPlugin)
                    .findFirst();
            String owner = frame.map(PluginOrigin::plugin).orElseGet(() -> context(thread));
            if (thread.isAlive() && plugin.equals(owner)) {
                String name = thread.getName().isEmpty() ? "unnamed, id " + thread.threadId() : thread.getName();
                left.add("'" + name + "'"
                        + frame.map(place -> " in " + PluginOrigin.place(place)).orElse(""));
            }
        }
        return left.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "Plugin " + plugin + " left threads running: " + ShownText.of(String.join(", ", left)) + ".");
    }

    /** The plugin whose context a thread has; null if there is none, or the thread is of the harness or the platform. */
    private static @Nullable String context(Thread thread) {
        PluginClassLoader context = PluginOrigin.loader(thread.getContextClassLoader());
        String type = thread.getClass().getName();
        boolean isOthers = thread.getName().startsWith(HARNESS_NAME)
                || thread.getName().startsWith(COMMON_POOL_NAME)
                || PLATFORM_PACKAGES.stream().anyMatch(type::startsWith);
        return context == null || isOthers ? null : context.id();
    }

    private static List<Thread> platformThreads() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread[] threads = new Thread[2 * root.activeCount() + 16];
        return Arrays.asList(threads).subList(0, root.enumerate(threads));
    }
}
