// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.agent;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Calls into plugins, which may hang or throw anything. Each runs on a thread of its own whose context class loader is
 * the plugin's, and is left behind, interrupted, when its deadline passes.
 */
final class PluginCall {
    private PluginCall() {}

    /** A call that gives nothing. */
    @FunctionalInterface
    interface Action {
        void run() throws Exception;
    }

    /**
     * Calls.
     *
     * @param what for the sentence of a failure, such as {@code opening workload 1/store}
     * @param plugin an object of the plugin
     * @throws AgentFailure with a sentence when it throws or takes too long
     */
    static <T> T call(String what, Object plugin, Duration deadline, Callable<T> call)
            throws AgentFailure, InterruptedException {
        FutureTask<T> task = new FutureTask<>(call);
        Thread thread = Thread.ofPlatform().daemon().name("plateau-plugin").unstarted(task);
        thread.setContextClassLoader(plugin.getClass().getClassLoader());
        thread.start();
        try {
            return task.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            task.cancel(true);
            throw new AgentFailure(what + " has not ended within " + deadline.toSeconds() + " s.", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new AgentFailure(what + " failed: " + sentence(cause), cause);
        } catch (InterruptedException e) {
            task.cancel(true);
            throw e;
        }
    }

    /** Calls without a result. */
    static void run(String what, Object plugin, Duration deadline, Action action)
            throws AgentFailure, InterruptedException {
        Boolean unused = call(what, plugin, deadline, () -> {
            action.run();
            return Boolean.TRUE;
        });
    }

    /** What an exception says, or at least what it is. */
    static String sentence(Throwable cause) {
        String message = cause.getMessage();
        return message == null || message.isBlank() ? cause.getClass().getName() : message;
    }
}
