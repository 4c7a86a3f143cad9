// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.check;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.plateaubench.loader.LoadedPlugin;
import org.plateaubench.loader.PluginCall;
import org.plateaubench.testkit.CheckReport;
import org.plateaubench.testkit.CheckRule;
import org.plateaubench.testkit.WorkloadCheck;

/**
 * Makes the calls of a check, each with a time limit; an exception counts as a violation of the rule. Not thread-safe.
 */
final class GuardedSteps implements WorkloadCheck.Steps {
    private static final Duration QUESTION = Duration.ofSeconds(10);
    private static final Duration STEP = Duration.ofMinutes(5);

    private final CheckReport report;
    private final Object origin;

    GuardedSteps(CheckReport report, LoadedPlugin plugin) {
        this.report = report;
        this.origin = plugin.origin();
    }

    /** The answer to a question that the plugin must answer at once; empty if it threw. */
    <T> Optional<T> ask(CheckRule rule, String subject, Callable<T> question) throws InterruptedException {
        return bounded(rule, subject, QUESTION, question);
    }

    /** The result of a step that may take long; empty if it threw. */
    <T> Optional<T> take(CheckRule rule, String subject, Callable<T> step) throws InterruptedException {
        return bounded(rule, subject, STEP, step);
    }

    @Override
    public void run(CheckRule rule, String subject, WorkloadCheck.Step step) throws InterruptedException {
        take(rule, subject, () -> {
            step.make();
            return true;
        });
    }

    private <T> Optional<T> bounded(CheckRule rule, String subject, Duration deadline, Callable<T> step)
            throws InterruptedException {
        try {
            return Optional.of(PluginCall.call("The check", origin, deadline, () -> false, step));
        } catch (PluginCall.Failure e) {
            String sentence = UnpackedPlugin.withPathsInArchive(e.sentence());
            report.broken(rule, subject, sentence + (sentence.endsWith(".") ? "" : "."));
            return Optional.empty();
        }
    }
}
