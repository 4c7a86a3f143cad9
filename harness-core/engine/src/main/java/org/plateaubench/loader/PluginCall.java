// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Durations;
import org.plateaubench.spi.SutException;

/**
 * Calls code of plugins, which may hang, throw anything or return null. Each call runs on its own thread with the
 * plugin's context class loader. A call that is cancelled or exceeds its deadline is interrupted, awaited for a short
 * time, and then abandoned. Thread-safe.
 */
public final class PluginCall {
    private static final long POLL_MILLIS = 20;
    private static final Duration ABANDON_GRACE = Duration.ofSeconds(5);
    private static final Duration QUERY_DEADLINE = Duration.ofSeconds(10);

    /** The system property with the longest deadline of any call, for an early failure; a duration as in run files. */
    private static final String BOUND_PROPERTY = "plateau.pluginDeadline";

    private PluginCall() {}

    /** A call without a result. */
    @FunctionalInterface
    public interface Action {
        void run() throws Exception;
    }

    public static final class Failure extends Exception {
        private static final long serialVersionUID = 1L;

        Failure(String message, Throwable cause) {
            super(message, cause);
        }

        public String describe() {
            return String.valueOf(getMessage());
        }
    }

    /**
     * Makes a call.
     *
     * @param what start of the message of a failure, such as {@code Opening workload 1/store}
     * @param isCancelled ends the call early when it returns true; called often
     */
    public static <T> T call(
            String what, Object plugin, Duration deadline, BooleanSupplier isCancelled, Callable<T> call)
            throws Failure, InterruptedException {
        String inPlugin = PluginOrigin.of(plugin).map(id -> " in plugin " + id).orElse("");
        ClassLoader context = plugin instanceof ClassLoader loader
                ? loader
                : plugin.getClass().getClassLoader();
        FutureTask<T> task = new FutureTask<>(call);
        Thread thread = Thread.ofPlatform().daemon().name("plateau-plugin").unstarted(task);
        thread.setContextClassLoader(context);
        thread.start();
        try {
            @Nullable T answer = await(what + inPlugin, thread, task, bounded(deadline), isCancelled);
            if (answer == null) {
                throw new Failure(
                        what + inPlugin + " returned nothing; it must return what it declares.",
                        new NullPointerException());
            }
            return answer;
        } catch (ExecutionException e) {
            throw failure(what, inPlugin, e.getCause() == null ? e : e.getCause());
        } finally {
            if (!task.isDone()) {
                task.cancel(true);
                Duration half = bounded(deadline).dividedBy(2);
                thread.join(half.compareTo(ABANDON_GRACE) < 0 ? half : ABANDON_GRACE);
            }
        }
    }

    /** Makes a call that only its deadline ends early. */
    public static <T> T call(String what, Object plugin, Duration deadline, Callable<T> call)
            throws Failure, InterruptedException {
        return call(what, plugin, deadline, () -> false, call);
    }

    private static <T> @Nullable T await(
            String what, Thread thread, FutureTask<T> task, Duration deadline, BooleanSupplier isCancelled)
            throws Failure, ExecutionException, InterruptedException {
        long polls = Math.max(1, deadline.toMillis() / POLL_MILLIS);
        for (long poll = 0; ; poll++) {
            try {
                return task.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                if (isCancelled.getAsBoolean()) {
                    throw new Failure(what + " was cancelled.", e);
                }
                if (poll >= polls) {
                    Optional<String> place = PluginOrigin.place(thread);
                    throw new Failure(
                            what + " has not ended within " + Durations.format(deadline)
                                    + place.map(at -> "; it is in " + at).orElse("")
                                    + ". It was interrupted and abandoned; give its waits a time limit.",
                            e);
                }
            }
        }
    }

    private static Duration bounded(Duration deadline) {
        String bound = System.getProperty(BOUND_PROPERTY);
        if (bound == null) {
            return deadline;
        }
        Duration limit = Durations.parse(bound);
        return limit.compareTo(deadline) < 0 ? limit : deadline;
    }

    /** Makes a call that a plugin must answer within 10 s. */
    public static <T> T query(String what, Object plugin, Callable<T> query) throws Failure {
        try {
            return call(what, plugin, QUERY_DEADLINE, query);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure(what + " was cancelled.", e);
        }
    }

    /** Makes a call without a result that can end early only by its deadline. */
    public static void run(String what, Object plugin, Duration deadline, Action action)
            throws Failure, InterruptedException {
        call(what, plugin, deadline, () -> {
            action.run();
            return Boolean.TRUE;
        });
    }

    private static Failure failure(String what, String inPlugin, Throwable cause) {
        boolean isRecorded = PluginOutput.ofProcess().record(what + " failed" + inPlugin, cause);
        String message = describe(cause);
        if (cause instanceof SutException) {
            return new Failure(message, cause);
        }
        String link = isRecorded && PluginOrigin.isFault(cause) ? "; see " + PluginOutput.FILE_NAME : "";
        return new Failure(
                what + " failed" + inPlugin + ": " + message + PluginOrigin.ofThrown(message, cause) + link, cause);
    }

    /** The message of an exception, or its class if it has none or its own code fails. */
    public static String describe(Throwable cause) {
        try {
            String message = cause.getMessage();
            if (message == null || message.isBlank()) {
                return cause.getClass().getName();
            }
            return ShownText.of(
                    cause instanceof Exception ? message : cause.getClass().getName() + ": " + message);
        } catch (RuntimeException | Error e) {
            return cause.getClass().getName();
        }
    }
}
