// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.plateaubench.spi.SutException;

/**
 * Calls into plugins, which may hang or throw anything. Each runs on a thread of its own whose context class loader is
 * the plugin's. A call that is given up or overruns its deadline is interrupted, waited for a little, and left behind.
 */
public final class PluginCall {
    private static final long LOOK_MILLIS = 20;
    private static final Duration GIVE_UP_GRACE = Duration.ofSeconds(5);

    private PluginCall() {}

    /** A call that gives nothing. */
    @FunctionalInterface
    public interface Action {
        /** Acts. */
        void run() throws Exception;
    }

    /** A plugin did not do what it was asked to. The message is one sentence for a person. */
    public static final class Failure extends Exception {
        private static final long serialVersionUID = 1L;

        Failure(String message, Throwable cause) {
            super(message, cause);
        }

        /** The sentence. */
        public String sentence() {
            return String.valueOf(getMessage());
        }
    }

    /**
     * Calls.
     *
     * @param what begins the sentence of a failure, such as {@code Opening workload 1/store}
     * @param plugin an object of the plugin
     * @param deadline how long it may take
     * @param isGivenUp asked often; ends the call early
     * @throws Failure with a sentence when it throws, takes too long or is given up
     */
    public static <T> T call(String what, Object plugin, Duration deadline, BooleanSupplier isGivenUp, Callable<T> call)
            throws Failure, InterruptedException {
        FutureTask<T> task = new FutureTask<>(call);
        Thread thread = Thread.ofPlatform().daemon().name("plateau-plugin").unstarted(task);
        thread.setContextClassLoader(plugin.getClass().getClassLoader());
        thread.start();
        long looks = Math.max(1, deadline.toMillis() / LOOK_MILLIS);
        try {
            for (long look = 0; ; look++) {
                try {
                    return task.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    if (isGivenUp.getAsBoolean()) {
                        throw new Failure(what + " was given up.", e);
                    }
                    if (look >= looks) {
                        throw new Failure(what + " has not ended within " + deadline.toSeconds() + " s.", e);
                    }
                }
            }
        } catch (ExecutionException e) {
            throw failure(what, e.getCause() == null ? e : e.getCause());
        } finally {
            if (!task.isDone()) {
                task.cancel(true);
                thread.join(GIVE_UP_GRACE.toMillis());
            }
        }
    }

    /** Calls without a result, and without giving up before the deadline. */
    public static void run(String what, Object plugin, Duration deadline, Action action)
            throws Failure, InterruptedException {
        call(what, plugin, deadline, () -> false, () -> {
            action.run();
            return Boolean.TRUE;
        });
    }

    private static Failure failure(String what, Throwable cause) {
        return cause instanceof SutException
                ? new Failure(sentence(cause), cause)
                : new Failure(what + " failed: " + sentence(cause), cause);
    }

    /** What an exception says, or at least what it is. */
    public static String sentence(Throwable cause) {
        String message = cause.getMessage();
        return message == null || message.isBlank() ? cause.getClass().getName() : message;
    }
}
