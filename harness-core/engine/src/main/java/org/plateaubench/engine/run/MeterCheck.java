// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.plateaubench.api.Durations;
import org.plateaubench.api.SutAddress;
import org.plateaubench.engine.config.key.PlannedMeter;
import org.plateaubench.engine.config.key.RigSpec;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.run.event.RunLog;
import org.plateaubench.loader.PluginCall;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySource.Sample;
import org.plateaubench.spi.TelemetrySourceType;

/** Reads each power meter twice before a run: one reading does not show whether new ones will come. Not thread-safe. */
public final class MeterCheck {
    private static final String FIGURES_VOID = " A run begins nevertheless, but its power figures are void.";

    private static final Duration MAX_PAUSE = Duration.ofSeconds(30);
    private static final Duration OPEN_DEADLINE = Duration.ofSeconds(10);
    private static final Duration SAMPLE_DEADLINE = Duration.ofSeconds(20);
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(5);

    private final RunSetup setup;
    private final RunSuts suts;
    private final RunLog log;

    public MeterCheck(RunSetup setup, RunSuts suts, RunLog log) {
        this.setup = setup;
        this.suts = suts;
        this.log = log;
    }

    /** Reports the readings of each meter, or the reason why there is none, which does not prevent a run. */
    public void read() throws InterruptedException {
        for (PlannedMeter meter : setup.plan().meters()) {
            SutAddress address = suts.address(1, meter.sut());
            if (address != null) {
                log.event(EventType.PREFLIGHT_NOTE, "power/" + meter.name(), sentence(meter, address));
            }
        }
    }

    private String sentence(PlannedMeter meter, SutAddress address) throws InterruptedException {
        String failure = "";
        for (TelemetrySourceType type : setup.catalog().telemetrySources(address.service())) {
            String name = "meter " + meter.name();
            try {
                String agent = PluginCall.query("Asking which agent samples " + name, type, () -> type.agent(address));
                if (!agent.isEmpty() && !setup.plan().agents().contains(agent)) {
                    return "This meter was not read here. No agent that drives load is called '" + agent
                            + "', so that nothing will be read." + FIGURES_VOID;
                }
                if (!agent.isEmpty() && !RigSpec.isLocal(agent)) {
                    return "This meter was not read here. Agent " + agent + " reads it on its own host during the run.";
                }
                Duration pause = meter.every().compareTo(MAX_PAUSE) < 0 ? meter.every() : MAX_PAUSE;
                List<Sample> readings = readTwice(type, address, name, pause).stream()
                        .flatMap(samples -> latest(meter, samples).stream())
                        .toList();
                if (!readings.isEmpty()) {
                    return describe(meter, readings, pause);
                }
                failure = "has no reading of series " + meter.series() + " now.";
            } catch (PluginCall.Failure e) {
                failure = "was not read: " + e.describe();
            }
        }
        return failure.isEmpty() ? "SUT " + meter.sut() + " has no telemetry." : "This meter " + failure + FIGURES_VOID;
    }

    /** Reads a source twice; returns the samples of both readings, or of the second one if only the first failed. */
    private static List<List<Sample>> readTwice(
            TelemetrySourceType type, SutAddress address, String name, Duration pause)
            throws PluginCall.Failure, InterruptedException {
        List<List<Sample>> readings = new ArrayList<>();
        TelemetrySource source = PluginCall.call("Opening " + name, type, OPEN_DEADLINE, () -> type.open(address));
        String reading = "Reading " + name;
        try {
            try {
                readings.add(PluginCall.call(reading, source, SAMPLE_DEADLINE, source::sample));
            } catch (PluginCall.Failure e) {
                // The second reading decides.
            }
            TimeUnit.NANOSECONDS.sleep(pause.toNanos());
            readings.add(PluginCall.call(reading, source, SAMPLE_DEADLINE, source::sample));
            return readings;
        } finally {
            PluginCall.run("Closing " + name, source, CLOSE_DEADLINE, source::close);
        }
    }

    private static Optional<Sample> latest(PlannedMeter meter, List<Sample> samples) {
        return samples.stream()
                .filter(sample -> sample.series().equals(meter.series()) && Double.isFinite(sample.value()))
                .min(Comparator.comparing(Sample::age));
    }

    private static String describe(PlannedMeter meter, List<Sample> readings, Duration pause) {
        Sample sample = readings.getFirst();
        double seconds = pause.toMillis() / 1e3;
        String second = readings.size() > 1
                ? String.format(
                        Locale.ROOT,
                        ", and %.1f %s %.1f s later",
                        readings.getLast().value(),
                        sample.unit(),
                        seconds)
                : String.format(Locale.ROOT, ", and no other reading in two queries %.1f s apart", seconds);
        boolean isOutside = readings.stream()
                .anyMatch(reading -> !reading.cumulative()
                        && (reading.value() < meter.fromWatts() || reading.value() > meter.toWatts()));
        return String.format(
                Locale.ROOT,
                "%.1f %s, read %.1f s ago%s; at the %s, of %s.%s%s",
                sample.value(),
                sample.unit(),
                sample.age().toMillis() / 1e3,
                second,
                meter.at(),
                String.join(", ", meter.measures()),
                readings.size() > 1
                        ? ""
                        : " The power figures of a run are void where the meter has no new reading for "
                                + Durations.format(meter.every().multipliedBy(5).dividedBy(2))
                                + " (two and a half times 'every').",
                isOutside ? " This is outside the range that the run file gives." : "");
    }
}
