// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.vsphere.PerformanceReader.PerformanceCounter;
import org.plateaubench.plugin.vsphere.PerformanceReader.PerformanceSample;
import org.plateaubench.spi.NamePattern;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySourceType;

/**
 * Reads the newest samples, which the server takes every 20 s, and returns each once with its age. The server's clock
 * is read with every answer, so that the samples' times on the run's clock do not depend on the setting of the server's
 * clock. A lost session is opened again. One thread samples; another one may close.
 */
final class RealTimeSamples implements TelemetrySource {
    private static final List<String> COUNTERS = List.of(
            "cpu.usage.average",
            "cpu.ready.summation",
            "cpu.costop.summation",
            "mem.usage.average",
            "mem.vmmemctl.average",
            "mem.swapinRate.average",
            "disk.usage.average",
            "disk.maxTotalLatency.latest",
            "net.usage.average",
            "power.power.average");

    /**
     * Maximum number of samples per query, three intervals, so that samples missed by a slow answer or a lost session
     * are returned by the next query.
     */
    private static final int MAX_SAMPLES = 3;

    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(15);

    private static final Duration INTERVAL = Duration.ofSeconds(20);

    private final SutAddress sut;
    private final LongSupplier nanoTime;
    private final Map<ManagedObject, String> names = new LinkedHashMap<>();
    private final Map<String, Instant> newest = new HashMap<>();
    private List<PerformanceCounter> counters = List.of();
    private volatile @Nullable VcenterSession session;
    private volatile boolean closed;
    private long nextQueryNanos;

    /** The clock is monotonic. It limits queries to the times at which the server has new samples. */
    RealTimeSamples(SutAddress sut, LongSupplier nanoTime) {
        this.sut = sut;
        this.nanoTime = nanoTime;
        nextQueryNanos = nanoTime.getAsLong();
    }

    @Override
    public List<Sample> sample() throws IOException, InterruptedException {
        if (nanoTime.getAsLong() < nextQueryNanos) {
            return List.of();
        }
        try {
            VcenterSession current = session();
            List<PerformanceSample> reported =
                    current.performance().samples(List.copyOf(names.keySet()), counters, MAX_SAMPLES);
            List<Sample> newSamples = newSamples(reported, current.clock());
            // If there are no new samples, the next call queries again.
            newSamples.stream()
                    .map(Sample::age)
                    .min(Comparator.naturalOrder())
                    .ifPresent(youngest -> nextQueryNanos =
                            nanoTime.getAsLong() + INTERVAL.minus(youngest).toNanos());
            return newSamples;
        } catch (IOException | InterruptedException e) {
            disconnect();
            throw e;
        }
    }

    private VcenterSession session() throws IOException, InterruptedException {
        VcenterSession current = session;
        if (current != null) {
            return current;
        }
        VcenterSession newSession = new VcenterSession(sut, ANSWER_TIMEOUT);
        session = newSession;
        newSession.signIn();
        if (closed) {
            throw new IOException("The telemetry was closed while it connected.");
        }
        chooseObjects(newSession.inventory());
        counters = newSession.performance().counters().stream()
                .filter(counter -> COUNTERS.contains(counter.name()))
                .toList();
        if (counters.isEmpty()) {
            throw new IOException("The vCenter Server has none of the counters " + COUNTERS + ".");
        }
        return newSession;
    }

    private void chooseObjects(Inventory inventory) {
        names.clear();
        inventory.hosts().forEach(host -> names.put(host.self(), host.name()));
        String patterns = sut.properties().getOrDefault("machines", "");
        NamePattern machines = new NamePattern(
                patterns.isEmpty() ? List.of() : List.of(patterns.split(VcenterParameters.SEPARATOR, -1)));
        inventory.machines().stream()
                .filter(machine -> !machine.template() && machines.matches(machine.name()))
                .forEach(machine -> names.put(machine.self(), machine.name()));
    }

    /** Returns the samples that were not returned before, with their ages. */
    private List<Sample> newSamples(List<PerformanceSample> reported, Instant now) {
        List<Sample> newSamples = new ArrayList<>();
        Map<String, Instant> latest = new HashMap<>();
        for (PerformanceSample sample : reported) {
            String series = names.get(sample.entity()) + " " + sample.counter().name();
            Instant previous = newest.get(series);
            if (previous == null || sample.at().isAfter(previous)) {
                DisplayUnit unit = DisplayUnit.of(sample.counter().unit());
                Duration age = Duration.between(sample.at(), now);
                newSamples.add(new Sample(
                        series,
                        sample.value() * unit.factor(),
                        unit.unit(),
                        false,
                        age.isNegative() ? Duration.ZERO : age));
                latest.merge(series, sample.at(), (left, right) -> left.isAfter(right) ? left : right);
            }
        }
        newest.putAll(latest);
        return newSamples;
    }

    private void disconnect() {
        VcenterSession current = session;
        session = null;
        if (current != null && closed) {
            current.abort();
        } else if (current != null) {
            current.close();
        }
    }

    /** Closes the source, which also ends a running query. The server ends the unused session. */
    @Override
    public void close() {
        closed = true;
        disconnect();
    }

    /** The displayed unit for a unit of the vSphere API, and the factor by which a value is multiplied. */
    private record DisplayUnit(String unit, double factor) {
        private static final double KIBI = 1_024;

        /**
         * Displayed units by the API's key. The API's unit percent means hundredths of a percent (vSphere Web Services
         * API, PerfCounterInfo).
         */
        private static final Map<String, DisplayUnit> BY_KEY = Map.of(
                "percent", new DisplayUnit("%", 0.01),
                "kiloBytes", new DisplayUnit("bytes held", KIBI),
                "kiloBytesPerSecond", new DisplayUnit("bytes/s", KIBI),
                "millisecond", new DisplayUnit("ms", 1),
                "watt", new DisplayUnit("W", 1));

        static DisplayUnit of(String key) {
            return BY_KEY.getOrDefault(key, new DisplayUnit(key, 1));
        }
    }

    /** Real-time samples of the performance manager, of all hosts and of the machines that the SUT names. */
    static final class Type implements TelemetrySourceType {
        @Override
        public String service() {
            return Platform.VCENTER.service();
        }

        @Override
        public TelemetrySource open(SutAddress sut) {
            return new RealTimeSamples(sut, System::nanoTime);
        }
    }
}
