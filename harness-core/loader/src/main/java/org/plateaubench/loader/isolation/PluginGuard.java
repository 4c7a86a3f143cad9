// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader.isolation;

import java.io.InputStream;
import java.io.PrintStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * The methods that classes of plugins call in place of those that end or change the process or start virtual threads;
 * {@link CallRewriter} redirects the calls. Each method has the parameters of the method that it replaces, after the
 * receiver. Public only for rewritten classes. May be called on any thread.
 */
@SuppressWarnings("DoNotCallSuggester") // Only rewritten classes call methods that never return.
public final class PluginGuard {
    private static final String END_REMEDY =
            "A plugin must not end the process: report a failure as an outcome or an exception.";
    private static final String SHARED_REMEDY =
            "It belongs to the whole process, with all its plugins: pass the value within the plugin instead.";
    private static final String OWN_PROPERTIES = "plateau.";

    private PluginGuard() {}

    /** Replaces {@code System.exit}. */
    public static void exit(int status) {
        throw ended("System.exit");
    }

    /** Replaces {@code Runtime.exit}. */
    public static void exit(Runtime runtime, int status) {
        throw ended("Runtime.exit");
    }

    /** Replaces {@code Runtime.halt}. */
    public static void halt(Runtime runtime, int status) {
        throw ended("Runtime.halt");
    }

    /** Replaces {@code System.setOut}. */
    public static void setOut(PrintStream stream) {
        ignored("System.setOut");
    }

    /** Replaces {@code System.setErr}. */
    public static void setErr(PrintStream stream) {
        ignored("System.setErr");
    }

    /** Replaces {@code System.setIn}. */
    public static void setIn(InputStream stream) {
        ignored("System.setIn");
    }

    /** Replaces {@code Locale.setDefault}. */
    public static void setDefault(Locale locale) {
        ignored("Locale.setDefault");
    }

    /** Replaces {@code Locale.setDefault} of a category. */
    public static void setDefault(Locale.Category category, Locale locale) {
        ignored("Locale.setDefault");
    }

    /** Replaces {@code TimeZone.setDefault}. */
    public static void setDefault(@Nullable TimeZone zone) {
        ignored("TimeZone.setDefault");
    }

    /** Replaces {@code Thread.setDefaultUncaughtExceptionHandler}. */
    public static void setDefaultUncaughtExceptionHandler(Thread.@Nullable UncaughtExceptionHandler handler) {
        ignored("Thread.setDefaultUncaughtExceptionHandler");
    }

    /** Replaces {@code System.setProperties}. */
    public static void setProperties(@Nullable Properties properties) {
        ignored("System.setProperties");
    }

    /** Replaces {@code System.setProperty}: a plugin may set a new property. */
    public static @Nullable String setProperty(String key, String value) {
        String before = System.getProperty(key);
        if (key.startsWith(OWN_PROPERTIES)) {
            ignored("System.setProperty of " + key);
            return before;
        }
        if (before != null && !before.equals(value)) {
            changed(key);
        }
        return System.setProperty(key, value);
    }

    /** Replaces {@code System.clearProperty}. */
    public static @Nullable String clearProperty(String key) {
        if (key.startsWith(OWN_PROPERTIES)) {
            ignored("System.clearProperty of " + key);
            return System.getProperty(key);
        }
        if (System.getProperty(key) != null) {
            changed(key);
        }
        return System.clearProperty(key);
    }

    /** Runs before {@code Method.invoke}: a forbidden call is also forbidden by reflection. */
    public static void check(Method method) {
        check(method.getDeclaringClass(), method.getName());
    }

    /** Replaces {@code Lookup.findStatic}. */
    public static MethodHandle findStatic(MethodHandles.Lookup lookup, Class<?> owner, String name, MethodType type)
            throws ReflectiveOperationException {
        check(owner, name);
        return lookup.findStatic(owner, name, type);
    }

    /** Replaces {@code Lookup.findVirtual}. */
    public static MethodHandle findVirtual(MethodHandles.Lookup lookup, Class<?> owner, String name, MethodType type)
            throws ReflectiveOperationException {
        check(owner, name);
        return lookup.findVirtual(owner, name, type);
    }

    /** Replaces {@code Thread.startVirtualThread}. */
    public static Thread startVirtualThread(Runnable task) {
        return VirtualThreads.start(Thread.ofVirtual(), task);
    }

    /** Replaces {@code Thread.Builder.start}. */
    public static Thread start(Thread.Builder builder, Runnable task) {
        return VirtualThreads.start(builder, task);
    }

    /** Replaces {@code Thread.Builder.unstarted}. */
    public static Thread unstarted(Thread.Builder builder, Runnable task) {
        return VirtualThreads.unstarted(builder, task);
    }

    /** Replaces {@code Thread.Builder.factory}. */
    public static ThreadFactory factory(Thread.Builder builder) {
        return VirtualThreads.factory(builder);
    }

    /** Replaces {@code Thread.Builder.OfVirtual.start}. */
    public static Thread start(Thread.Builder.OfVirtual builder, Runnable task) {
        return VirtualThreads.start(builder, task);
    }

    /** Replaces {@code Thread.Builder.OfVirtual.unstarted}. */
    public static Thread unstarted(Thread.Builder.OfVirtual builder, Runnable task) {
        return VirtualThreads.unstarted(builder, task);
    }

    /** Replaces {@code Thread.Builder.OfVirtual.factory}. */
    public static ThreadFactory factory(Thread.Builder.OfVirtual builder) {
        return VirtualThreads.factory(builder);
    }

    /** Replaces {@code Executors.newVirtualThreadPerTaskExecutor}. */
    public static ExecutorService newVirtualThreadPerTaskExecutor() {
        return VirtualThreads.executor();
    }

    private static void check(Class<?> owner, String name) {
        if (GuardedCall.isGuarded(owner, name)) {
            throw ended(owner.getSimpleName() + "." + name + " by reflection");
        }
    }

    private static ForbiddenCall ended(String call) {
        PluginViolations plugin = PluginOrigin.caller();
        String what = "called " + call + place();
        if (plugin == null) {
            return new ForbiddenCall("A plugin " + what + ". " + END_REMEDY);
        }
        plugin.did(what + ", which was refused", END_REMEDY);
        return new ForbiddenCall("Plugin " + plugin.plugin() + " " + what + ". " + END_REMEDY);
    }

    private static void ignored(String call) {
        did("called " + call + place() + ", which was ignored");
    }

    private static void changed(String key) {
        did("changed the system property " + key + place());
    }

    private static void did(String what) {
        PluginViolations plugin = PluginOrigin.caller();
        if (plugin != null) {
            plugin.did(what, SHARED_REMEDY);
        }
    }

    private static String place() {
        Class<?> nearest = PluginOrigin.nearestClass();
        return nearest == null ? "" : " in " + nearest.getName();
    }
}
