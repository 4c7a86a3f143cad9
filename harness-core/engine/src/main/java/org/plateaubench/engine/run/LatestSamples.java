// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.plateaubench.api.SutAddress;
import org.plateaubench.engine.config.key.RigSpec;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.run.event.RunLog;
import org.plateaubench.loader.PluginCall;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySource.Sample;
import org.plateaubench.spi.TelemetrySourceType;

/** Reads a source of telemetry once or twice: opens, samples and closes it. Stateless; one thread. */
final class LatestSamples {
    private static final Duration OPEN_DEADLINE = Duration.ofSeconds(10);
    private static final Duration SAMPLE_DEADLINE = Duration.ofSeconds(20);
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(5);

    private static final int MAX_NAMED = 20;

    private LatestSamples() {}

    record Elsewhere(String sentence, boolean isRead) {}

    /**
     * The reason why a source cannot be read here: only an agent on another host can sample it, or no agent can. Empty
     * for any other source, including sources of an agent on this host.
     *
     * @throws PluginCall.Failure when the plugin does not answer
     */
    static Optional<Elsewhere> elsewhere(TelemetrySourceType type, SutAddress address, String name, List<String> agents)
            throws PluginCall.Failure, InterruptedException {
        String agent = PluginCall.ask("Asking which agent samples " + name, type, () -> type.agent(address));
        boolean isOfRun = agents.contains(agent);
        if (agent.isEmpty() || (isOfRun && RigSpec.isLocal(agent))) {
            return Optional.empty();
        }
        return Optional.of(new Elsewhere(
                isOfRun
                        ? "Agent " + agent + " reads it on its own host during the run."
                        : "No agent that drives load is called '" + agent
                                + "', so that nothing will be read: name one of "
                                + String.join(", ", agents.subList(0, Math.min(agents.size(), MAX_NAMED)))
                                + ".",
                isOfRun));
    }

    /**
     * Reads a source once.
     *
     * @param name its name in messages, such as {@code the telemetry of sut/db}
     * @throws PluginCall.Failure when it cannot be opened, sampled or closed in time
     */
    static List<Sample> of(TelemetrySourceType type, SutAddress address, String name)
            throws PluginCall.Failure, InterruptedException {
        TelemetrySource source = open(type, address, name);
        try {
            return sample(source, name);
        } finally {
            PluginCall.run("Closing " + name, source, CLOSE_DEADLINE, source::close);
        }
    }

    /**
     * Reads a source twice.
     *
     * @param pause time between the two readings
     * @return the samples of the readings that succeeded, which the second one always did
     * @throws PluginCall.Failure when the source cannot be opened or closed in time, or the second reading fails
     */
    static List<List<Sample>> twice(TelemetrySourceType type, SutAddress address, String name, Duration pause)
            throws PluginCall.Failure, InterruptedException {
        List<List<Sample>> readings = new ArrayList<>();
        TelemetrySource source = open(type, address, name);
        try {
            try {
                readings.add(sample(source, name));
            } catch (PluginCall.Failure e) {
                // The second reading decides.
            }
            TimeUnit.NANOSECONDS.sleep(pause.toNanos());
            readings.add(sample(source, name));
            return readings;
        } finally {
            PluginCall.run("Closing " + name, source, CLOSE_DEADLINE, source::close);
        }
    }

    private static TelemetrySource open(TelemetrySourceType type, SutAddress address, String name)
            throws PluginCall.Failure, InterruptedException {
        return PluginCall.call("Opening " + name, type, OPEN_DEADLINE, () -> false, () -> type.open(address));
    }

    private static List<Sample> sample(TelemetrySource source, String name)
            throws PluginCall.Failure, InterruptedException {
        return PluginCall.call("Reading " + name, source, SAMPLE_DEADLINE, () -> false, source::sample);
    }

    /** Reads each source of telemetry once and reports the result; a run can begin without any of them. */
    public static final class TelemetryCheck {
        private static final int SHOWN = 8;

        private final RunSetup setup;
        private final RunLog log;

        public TelemetryCheck(RunSetup setup, RunLog log) {
            this.setup = setup;
            this.log = log;
        }

        public void report(List<RunSuts.Started> suts) throws InterruptedException {
            for (RunSuts.Started sut : suts) {
                for (TelemetrySourceType type :
                        setup.catalog().telemetrySources(sut.address().service())) {
                    log.event(EventType.PREFLIGHT_NOTE, sut.scope(), sentence(sut, type));
                }
            }
        }

        private String sentence(RunSuts.Started sut, TelemetrySourceType type) throws InterruptedException {
            String name = "the telemetry of " + sut.scope();
            try {
                Optional<LatestSamples.Elsewhere> elsewhere = LatestSamples.elsewhere(
                        type, sut.address(), name, setup.plan().agents());
                if (elsewhere.isPresent()) {
                    return "Telemetry: " + elsewhere.get().sentence();
                }
                return sentence(LatestSamples.of(type, sut.address(), name));
            } catch (PluginCall.Failure e) {
                return e.sentence() + (e.sentence().endsWith(".") ? "" : ".")
                        + " A run would go on without this telemetry.";
            }
        }

        static String sentence(List<TelemetrySource.Sample> samples) {
            if (samples.isEmpty()) {
                return "Telemetry: the source answers, but has no sample yet.";
            }
            List<TelemetrySource.Sample> sorted = new ArrayList<>(samples);
            sorted.sort(Comparator.comparing(TelemetrySource.Sample::age));
            String shown = sorted.stream()
                    .limit(SHOWN)
                    .map(sample -> sample.series() + " "
                            + (Double.isFinite(sample.value())
                                    ? Figures.text(sample.value(), sample.unit())
                                    : "without a number")
                            + (sample.age().isZero()
                                    ? ""
                                    : " (" + Figures.text(sample.age().toMillis() / 1e3, "s") + " ago)"))
                    .collect(Collectors.joining(", "));
            return "Telemetry, latest sample: " + shown
                    + (sorted.size() > SHOWN ? ", and " + (sorted.size() - SHOWN) + " more." : ".");
        }
    }
}
