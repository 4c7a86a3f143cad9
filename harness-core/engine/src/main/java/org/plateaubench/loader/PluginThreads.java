// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the platform threads that run a plugin's code or have its context class loader. The platform's own threads, such
 * as those of the common pool, count only while they run a plugin's code. It never stops a thread. Stateless; any thread.
 */
public final class PluginThreads {
    private static final String HARNESS_NAME = "plateau-";
    /**
     * The thread that first needs the pool creates its threads, which inherit its context and last for the whole
     * process.
     */
    private static final String COMMON_POOL_NAME = "ForkJoinPool.commonPool-";

    private static final List<String> PLATFORM_PACKAGES = List.of("jdk.internal.", "sun.", "com.sun.");
    private static final int SHOWN = 5;

    private static final class Found {
        private final List<String> own = new ArrayList<>();
        private final List<String> calls = new ArrayList<>();

        private void add(Thread thread, @Nullable String place) {
            String name = thread.getName().isEmpty() ? "unnamed, id " + thread.threadId() : thread.getName();
            List<String> kind = name.startsWith(HARNESS_NAME) ? calls : own;
            kind.add("'" + name + "'" + (place == null ? "" : " in " + place));
        }

        private String sentence(String plugin) {
            StringBuilder text = new StringBuilder("Plugin ").append(plugin);
            if (!own.isEmpty()) {
                text.append(" left ").append(counted(own, "thread")).append(" running");
                text.append(shown(own));
            }
            if (!calls.isEmpty()) {
                text.append(own.isEmpty() ? "" : " and").append(" did not return from ");
                text.append(counted(calls, "call")).append(shown(calls));
            }
            return text.append(". A plugin must end in close() what it has started, and abort() must end calls that"
                            + " block.")
                    .toString();
        }

        private static String counted(List<String> threads, String what) {
            return threads.size() + " " + what + (threads.size() == 1 ? "" : "s");
        }

        private static String shown(List<String> threads) {
            String some = String.join(", ", threads.subList(0, Math.min(SHOWN, threads.size())));
            return " (" + ShownText.of(some) + (threads.size() > SHOWN ? " and others" : "") + ")";
        }
    }

    private PluginThreads() {}

    /** A sentence for the operator about the threads that a plugin has left running, by the id of the plugin. */
    public static Map<String, String> left() {
        Map<String, Found> found = new TreeMap<>();
        for (Thread thread : platformThreads()) {
            // Read one by one: Thread.getAllStackTraces reads all at once, which can crash the JVM while virtual
            // threads start and end (JDK-8392031).
            Optional<StackTraceElement> frame = Arrays.stream(thread.getStackTrace())
                    .filter(PluginOrigin::isOfPlugin)
                    .findFirst();
            String plugin = frame.map(PluginOrigin::plugin).orElseGet(() -> context(thread));
            if (thread.isAlive() && plugin != null) {
                found.computeIfAbsent(plugin, id -> new Found())
                        .add(thread, frame.map(PluginOrigin::place).orElse(null));
            }
        }
        Map<String, String> sentences = new TreeMap<>();
        found.forEach((plugin, threads) -> sentences.put(plugin, threads.sentence(plugin)));
        return sentences;
    }

    /** The plugin whose context a thread has; null if there is none, or the thread is not its own. */
    private static @Nullable String context(Thread thread) {
        PluginClassLoader context = PluginOrigin.loader(thread.getContextClassLoader());
        return context == null || thread.getName().startsWith(HARNESS_NAME) || isOfPlatform(thread)
                ? null
                : context.id();
    }

    /** Whether a thread belongs to the platform. No plugin can end such a thread, even if it caused the start. */
    private static boolean isOfPlatform(Thread thread) {
        String type = thread.getClass().getName();
        return thread.getName().startsWith(COMMON_POOL_NAME)
                || PLATFORM_PACKAGES.stream().anyMatch(type::startsWith);
    }

    private static List<Thread> platformThreads() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread[] threads = new Thread[root.activeCount() + 16];
        int count = root.enumerate(threads);
        while (count == threads.length) {
            // If the array is full, it may lack some threads.
            threads = new Thread[2 * count];
            count = root.enumerate(threads);
        }
        return Arrays.asList(threads).subList(0, count);
    }
}
