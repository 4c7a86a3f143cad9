// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.rig;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.host.Advice;
import org.plateaubench.app.host.Expectation;
import org.plateaubench.app.host.HostCheck;
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
    private @Nullable Thread looking;

    LocalAgent(InstantSource clock) {
        this.clock = clock;
    }

    /** Begins a calibration of five seconds in the background. */
    synchronized void calibrate() {
        if (looking != null) {
            throw Problem.conflict("The host is being looked at already.");
        }
        // A new thread, since the calibration reduces its timer slack, which the threads that it starts inherit.
        looking = Thread.ofPlatform().daemon().name("console-calibration").start(this::look);
    }

    private void look() {
        HostReport found = null;
        String sentence = null;
        try {
            found = HostCheck.look(LOOK);
        } catch (InterruptedException e) {
            sentence = "The look at the host was given up.";
        } catch (RuntimeException | LinkageError e) {
            sentence = "The host cannot be looked at: " + e.getMessage();
        }
        finished(found, sentence);
    }

    private synchronized void finished(@Nullable HostReport found, @Nullable String sentence) {
        if (found != null) {
            report = found;
            measuredAt = clock.instant();
        }
        failure = sentence;
        looking = null;
    }

    /** Returns the agent as a JSON tree. */
    synchronized Map<String, @Nullable Object> tree() {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("name", NAME);
        tree.put("host", host.name());
        tree.put("state", looking == null ? "ready" : "calibrating");
        tree.put("cpus", host.cores());
        tree.put("cpuModel", host.cpuModel());
        tree.put("memoryBytes", host.memoryBytes());
        tree.put("os", host.operatingSystem());
        tree.put("kernel", host.kernel());
        tree.put("architecture", host.architecture());
        tree.put("java", System.getProperty("java.vm.name") + " " + Runtime.version());
        tree.put("calibration", calibration());
        tree.put("advice", report == null ? List.of() : advice(report.advice()));
        tree.put("message", failure);
        return tree;
    }

    private @Nullable Map<String, @Nullable Object> calibration() {
        HostReport last = report;
        if (last == null) {
            return null;
        }
        Expectation expectation = last.expectation();
        Map<String, @Nullable Object> expected = new LinkedHashMap<>();
        expected.put("fitForStandard", expectation.standard());
        expected.put("fitForDev", expectation.dev());
        expected.put("operationsPerSecond", expectation.operationsPerSecond());
        expected.put("threadUsers", expectation.threadUsers());
        expected.put("users", expectation.users());
        expected.put("sentences", expectation.sentences());
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("measuredAt", measuredAt);
        tree.put("figures", last.figures());
        tree.put("expectation", expected);
        return tree;
    }

    private static List<Map<String, @Nullable Object>> advice(List<Advice> all) {
        List<Map<String, @Nullable Object>> result = new ArrayList<>();
        for (Advice advice : all) {
            Map<String, @Nullable Object> tree = new LinkedHashMap<>();
            tree.put("topic", advice.topic());
            tree.put("state", advice.state().label());
            tree.put("found", advice.found());
            tree.put("why", advice.why().isEmpty() ? null : advice.why());
            tree.put("command", advice.command().isEmpty() ? null : advice.command());
            result.add(tree);
        }
        return result;
    }

    @Override
    public synchronized void close() {
        if (looking != null) {
            looking.interrupt();
        }
    }
}
