// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.IoReason;

/** Finds the plugin to which an object, a thread, running code or an exception belongs. Stateless and thread-safe. */
public final class PluginOrigin {
    static final String LOADER_PREFIX = "plugin-";

    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private static final int MAX_CAUSES = 20;
    private static final String HARNESS_NAME = "plateau-";
    /** The threads of the common pool inherit the context of the thread that first needs it. */
    private static final String COMMON_POOL_NAME = "ForkJoinPool.commonPool-";

    private static final List<String> PLATFORM_PACKAGES = List.of("jdk.internal.", "sun.", "com.sun.");
    private static final String OWN_PACKAGE = PluginOrigin.class.getPackageName();

    private PluginOrigin() {}

    /** The id of the plugin of an object's class; empty for the platform, the harness, and plugins given as objects. */
    public static Optional<String> of(Object object) {
        return Optional.ofNullable(loader(object.getClass().getClassLoader())).map(PluginClassLoader::id);
    }

    /** The plugin's loader that is the given one or one of its parents, because plugins may create loaders. */
    static @Nullable PluginClassLoader loader(@Nullable ClassLoader start) {
        for (ClassLoader at = start; at != null; at = at.getParent()) {
            if (at instanceof PluginClassLoader loader) {
                return loader;
            }
        }
        return null;
    }

    /**
     * The loader of the plugin whose code has called the harness, directly or through the platform. The nearest frame
     * of a plugin or the harness on the stack decides; if there is none, the context class loader of the thread does.
     */
    static @Nullable PluginClassLoader caller() {
        Class<?> nearest = nearestClass();
        return loader(nearest == null ? Thread.currentThread().getContextClassLoader() : nearest.getClassLoader());
    }

    /** The nearest calling class outside the platform and this package; null when there is none. */
    private static @Nullable Class<?> nearestClass() {
        return WALKER.<@Nullable Class<?>>walk(frames -> frames.<Class<?>>map(StackWalker.StackFrame::getDeclaringClass)
                .filter(type -> !isPlatform(type.getClassLoader()))
                .filter(type -> !type.getPackageName().equals(OWN_PACKAGE))
                .findFirst()
                .orElse(null));
    }

    private static boolean isPlatform(@Nullable ClassLoader loader) {
        return loader == null || loader.equals(ClassLoader.getPlatformClassLoader());
    }

    /** A thread's place in a plugin's code, such as {@code com.example.Shop.execute(Shop.java:31)}; empty if none. */
    public static Optional<String> place(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .filter(PluginOrigin::isOfPlugin)
                .findFirst()
                .map(PluginOrigin::place);
    }

    static boolean isOfPlugin(StackTraceElement frame) {
        String loader = frame.getClassLoaderName();
        return loader != null && loader.startsWith(LOADER_PREFIX);
    }

    /** The id of the plugin of a frame for which {@link #isOfPlugin} holds. */
    static String plugin(StackTraceElement frame) {
        return frame.getClassLoaderName().substring(LOADER_PREFIX.length());
    }

    static String place(StackTraceElement frame) {
        return frame.getClassName() + "." + frame.getMethodName() + "(" + frame.getFileName() + ":"
                + frame.getLineNumber() + ")";
    }

    /**
     * Whether an exception is a fault of the code that threw it, so that the message must give the line: an error or an
     * unchecked exception. A checked exception is about the system with which the plugin communicates.
     */
    public static boolean isFault(Throwable thrown) {
        return thrown instanceof Error || thrown instanceof RuntimeException;
    }

    /**
     * The text to append to the message of an exception: its innermost cause, unless the message names it, and for a
     * fault the line of the plugin; empty if there is nothing to add.
     *
     * @param message the displayed message of the exception itself
     */
    public static String ofThrown(String message, Throwable thrown) {
        try {
            List<Throwable> chain = Stream.iterate(thrown, Objects::nonNull, Throwable::getCause)
                    .limit(MAX_CAUSES)
                    .toList();
            Throwable innermost = chain.getLast();
            String reason = innermost.getMessage();
            String cause = ShownText.of(
                    innermost instanceof IOException failure && !isFault(thrown)
                            ? IoReason.of(failure)
                            : innermost.toString());
            boolean isNamed =
                    innermost.equals(thrown) || message.contains(cause) || (reason != null && message.contains(reason));
            return (isNamed ? "" : "; caused by " + cause)
                    + (isFault(thrown) ? place(chain).map(at -> "; at " + at).orElse("") : "");
        } catch (RuntimeException | Error e) {
            return "";
        }
    }

    private static Optional<String> place(List<Throwable> chain) {
        return chain.reversed().stream()
                .flatMap(thrown -> Arrays.stream(thrown.getStackTrace()))
                .filter(PluginOrigin::isOfPlugin)
                .findFirst()
                .map(PluginOrigin::place);
    }

    /** A sentence about the threads that a plugin has left running; empty if there are none. */
    public static Optional<String> threadsLeft(String plugin) {
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
                        + frame.map(place -> " in " + place(place)).orElse(""));
            }
        }
        return left.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "Plugin " + plugin + " left threads running: " + ShownText.of(String.join(", ", left)) + ".");
    }

    /** The plugin whose context a thread has; null if there is none, or the thread is of the harness or the platform. */
    private static @Nullable String context(Thread thread) {
        PluginClassLoader context = loader(thread.getContextClassLoader());
        String type = thread.getClass().getName();
        boolean isOfHarnessOrPlatform = thread.getName().startsWith(HARNESS_NAME)
                || thread.getName().startsWith(COMMON_POOL_NAME)
                || PLATFORM_PACKAGES.stream().anyMatch(type::startsWith);
        return context == null || isOfHarnessOrPlatform ? null : context.id();
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
