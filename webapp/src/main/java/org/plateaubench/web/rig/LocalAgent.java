// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.rig;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.host.Advice;
import org.plateaubench.app.host.Expectation;
import org.plateaubench.app.host.HostIdentity;
import org.plateaubench.app.host.HostReport;
import org.plateaubench.web.http.Problem;

/** The agent in the process of each run on this host: the properties of the host and its calibration. Any thread. */
final class LocalAgent implements AutoCloseable {
    static final String NAME = "local";

    private static final Duration LOOK = Duration.ofSeconds(5);

    private final InstantSource clock;
    private final HostIdentity host = HostIdentity.ofThisHost();
    private @Nullable HostReport report;
    private @Nullable Instant measuredAt;
    private @Nullable String failure;
    private @Nullable Thread examination;

    /** The state of the agent. */
    record ShownAgent(
            String name,
            String state,
            HostIdentity host,
            String java,
            @Nullable Calibrated calibration,
            @Nullable String message) {}

    /** The measured properties of the host. */
    record Calibrated(
            @Nullable Instant measuredAt,
            List<HostReport.Figure> figures,
            Expectation expectation,
            List<Advice> advice) {}

    LocalAgent(InstantSource clock) {
        this.clock = clock;
    }

    /** Begins a calibration of five seconds in the background. */
    synchronized void calibrate() {
        if (examination != null) {
            throw Problem.conflict("A check of the host is under way already.");
        }
        // A new thread, since the calibration reduces its timer slack, which the threads that it starts inherit.
        examination = Thread.ofPlatform().daemon().name("console-calibration").start(this::examine);
    }

    private void examine() {
        HostReport found = null;
        String sentence = null;
        try {
            found = HostReport.look(LOOK);
        } catch (InterruptedException e) {
            sentence = "The check of the host was cancelled.";
        } catch (RuntimeException | LinkageError e) {
            sentence = "The host cannot be checked: " + e.getMessage();
        }
        synchronized (this) {
            report = found == null ? report : found;
            measuredAt = found == null ? measuredAt : clock.instant();
            failure = sentence;
            examination = null;
        }
    }

    /** Returns the agent as the API does. */
    synchronized ShownAgent shown() {
        return new ShownAgent(
                NAME,
                examination == null ? "ready" : "calibrating",
                host,
                System.getProperty("java.vm.name") + " " + Runtime.version(),
                report == null
                        ? null
                        : new Calibrated(measuredAt, report.figures(), report.expectation(), report.advice()),
                failure);
    }

    @Override
    public synchronized void close() {
        if (examination != null) {
            examination.interrupt();
        }
    }
}
