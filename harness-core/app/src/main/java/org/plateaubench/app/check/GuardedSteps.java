// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.check;

import java.time.Duration;
import org.plateaubench.loader.LoadedPlugin;
import org.plateaubench.loader.PluginCall;
import org.plateaubench.testkit.CheckReport;
import org.plateaubench.testkit.CheckRule;

/**
 * Makes the calls of a check, each with a time limit; an exception counts as a violation of the rule. Not thread-safe.
 */
final class GuardedSteps {
    private static final Duration QUESTION = Duration.ofSeconds(10);
    private static final Duration STEP = Duration.ofMinutes(5);

    private final CheckReport report;
    private final Object origin;

    GuardedSteps(CheckReport report, LoadedPlugin plugin) {
        this.report = report;
        this.origin = plugin.origin();
    }

    /** A step that the plugin must answer at once; returns whether it threw nothing. */
    boolean ask(CheckRule rule, String subject, PluginCall.Action step) throws InterruptedException {
        return bounded(rule, subject, QUESTION, step);
    }

    /** A step that may start servers or load data; returns whether it threw nothing. */
    boolean run(CheckRule rule, String subject, PluginCall.Action step) throws InterruptedException {
        return bounded(rule, subject, STEP, step);
    }

    private boolean bounded(CheckRule rule, String subject, Duration deadline, PluginCall.Action step)
            throws InterruptedException {
        try {
            PluginCall.run("The check", origin, deadline, step);
            return true;
        } catch (PluginCall.Failure e) {
            report.broken(rule, subject, e.sentence() + (e.sentence().endsWith(".") ? "" : "."));
            return false;
        }
    }
}
