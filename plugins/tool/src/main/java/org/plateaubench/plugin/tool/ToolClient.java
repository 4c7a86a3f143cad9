// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.tool;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.api.Phase;
import org.plateaubench.scenario.Client;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.spi.UserContext;

/** Runs the programs of one user, one at a time. */
final class ToolClient implements Client {
    private static final System.Logger LOG = System.getLogger(ToolClient.class.getName());
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    /** Time of a run where no phase ends, as when a user is tried. */
    private static final long DEFAULT_SECONDS = 5;

    private static final long MAX_PHASE_NANOS = Duration.ofDays(30).toNanos();
    private static final long EDGE_NANOS = Duration.ofMillis(1).toNanos();

    private final ToolParameters parameters;
    private final Path folder;
    private final UserContext user;
    private final ToolProcess process;
    private final Map<String, AtomicLong> levels = new HashMap<>();
    private boolean isInSteady;
    private boolean isDone;

    /** The levels are those that programs print; the folder is for files of the harness. */
    ToolClient(
            ToolParameters parameters,
            List<Measurement.Level> watched,
            Path temporaryFolder,
            Path folder,
            UserContext user) {
        this.parameters = parameters;
        this.folder = folder;
        this.user = user;
        this.process = new ToolProcess(temporaryFolder.resolve("user-" + user.user() + ".pid"));
        for (Measurement.Level level : watched) {
            AtomicLong value = new AtomicLong();
            levels.put(level.name(), value);
            user.gauge(level.name(), value::get);
        }
    }

    /** The whole seconds that are left in the phase; a steady phase has a margin at the end, a ramp-up has none. */
    long secondsLeft() {
        long now = user.nanoTime();
        Phase phase = user.phaseAt(now);
        isInSteady = phase == Phase.STEADY;
        long end = phaseEnd(now, phase);
        if (end - now > MAX_PHASE_NANOS) {
            return DEFAULT_SECONDS;
        }
        long left = isInSteady ? end - now - parameters.margin().toNanos() : end - now + NANOS_PER_SECOND - 1;
        return Math.max(1, left / NANOS_PER_SECOND);
    }

    /** The end of a phase, to a millisecond; far away if it has none. */
    private long phaseEnd(long now, Phase phase) {
        long lastInside = now;
        long firstOutside = now + NANOS_PER_SECOND;
        while (user.phaseAt(firstOutside) == phase) {
            lastInside = firstOutside;
            firstOutside += firstOutside - now;
            if (firstOutside - now > MAX_PHASE_NANOS) {
                return firstOutside;
            }
        }
        while (firstOutside - lastInside > EDGE_NANOS) {
            long middle = lastInside + (firstOutside - lastInside) / 2;
            if (user.phaseAt(middle) == phase) {
                lastInside = middle;
            } else {
                firstOutside = middle;
            }
        }
        return firstOutside;
    }

    Output run(List<String> command, Map<String, String> environment, List<Measurement> measured)
            throws IOException, InterruptedException {
        return process.run(command, environment, folder, line -> {
            for (Measurement each : measured) {
                long value = each instanceof Measurement.Level level ? level.read(line) : -1;
                AtomicLong shown = levels.get(each.name());
                if (value >= 0 && shown != null) {
                    shown.set(value);
                }
            }
        });
    }

    static void logError(List<String> command, Output output, Outcome outcome) {
        if (outcome.kind() == OutcomeKind.ERROR) {
            LOG.log(
                    System.Logger.Level.INFO,
                    String.join(" ", command) + "\n" + output.logText() + "\nexit code " + output.exitCode());
        }
    }

    /** Observes the times that a run has measured, and counts its figures; nothing of one that began as a warm-up. */
    void record(String runs, List<Measurement> measured, Output output, long startNanos) throws StepFailure {
        Map<String, Long> figures = new LinkedHashMap<>();
        for (Measurement each : measured) {
            switch (each) {
                case Measurement.Figure figure -> figures.put(figure.counter(), figure.value(output));
                case Measurement.Level level -> level.requireIn(output);
                case Measurement.Times _ -> {}
            }
        }
        if (runs.isEmpty() || user.phaseAt(startNanos) == Phase.RAMP_UP) {
            return;
        }
        long endNanos = user.nanoTime();
        for (Measurement each : measured) {
            if (each instanceof Measurement.Times times) {
                times.read(output, (nanos, count) -> {
                    long start = Math.max(startNanos, endNanos - nanos);
                    for (long i = 0; i < count; i++) {
                        user.observed(each.name(), start, start + Math.min(nanos, endNanos - start), Outcome.ok());
                    }
                });
            }
        }
        figures.forEach((counter, value) -> user.counter(counter).add(value));
        user.counter(runs).add(1);
    }

    void markDone(boolean isTimed) {
        isDone |= isTimed && isInSteady;
    }

    @Override
    public boolean isDone() {
        return isDone;
    }

    long nanoTime() {
        return user.nanoTime();
    }

    @Nullable
    Consumer<String> trace() {
        return user.trace().orElse(null);
    }

    @Override
    public void abort() {
        process.abort();
    }

    @Override
    public void close() {
        process.abort();
    }
}
