// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry.power;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.ObservedServiceType;
import org.plateaubench.spi.NamePattern;
import org.plateaubench.spi.TelemetrySource;

/**
 * Adds up the growth of the counters of zones since the first sample. A counter that is smaller than before has wrapped
 * round. If it may have wrapped round twice, the growth since the previous sample is unknown, and the total begins
 * again. Not thread-safe.
 */
final class RaplMeter implements TelemetrySource {
    /** Name of the series of the energy. */
    static final String ENERGY = "energy";

    private static final double MICROJOULES = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final int MAX_ZONES = 1_000;

    private final SutAddress sut;
    private final LongSupplier nanoTime;
    private final Map<EnergyZone, Long> before = new LinkedHashMap<>();
    private long beforeNanos;
    private double joules;

    RaplMeter(SutAddress sut, LongSupplier nanoTime) {
        this.sut = sut;
        this.nanoTime = nanoTime;
    }

    @Override
    public List<Sample> sample() throws IOException {
        try {
            boolean first = before.isEmpty();
            List<EnergyZone> zones = first ? zones() : List.copyOf(before.keySet());
            long started = nanoTime.getAsLong();
            double growth = 0;
            for (EnergyZone zone : zones) {
                long now = zone.microjoules();
                Long last = before.put(zone, now);
                if (last != null) {
                    growth += growth(zone, last, now, started);
                }
            }
            long ended = nanoTime.getAsLong();
            beforeNanos = started;
            joules += growth;
            Duration half = Duration.ofNanos((ended - started) / 2);
            return List.of(
                    new Sample(ENERGY, joules, "J", true, half),
                    new Sample(TIME_ERROR, half.toNanos() / NANOS_PER_MILLI, "ms", false, half));
        } catch (IOException e) {
            before.clear();
            joules = 0;
            throw e;
        }
    }

    private double growth(EnergyZone zone, long last, long now, long nowNanos) throws IOException {
        double seconds = (nowNanos - beforeNanos) / NANOS_PER_SECOND;
        long range = zone.greatestMicrojoules();
        if (seconds * Double.parseDouble(sut.property("mostWatts")) * MICROJOULES >= range) {
            throw new IOException(String.format(
                    Locale.ROOT,
                    "The counter of zone %s was not read for %.1f s, in which it may have wrapped round more"
                            + " than once.",
                    zone.name(),
                    seconds));
        }
        if (now > range) {
            throw new IOException("The counter of zone " + zone.name() + " is above its greatest value.");
        }
        return (now >= last ? now - last : now + (range - last)) / MICROJOULES;
    }

    /** Returns the zones by name, without zones inside others. */
    private List<EnergyZone> zones() throws IOException {
        Path folder = Path.of(sut.property("folder"));
        List<EnergyZone> all = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "intel-rapl:*")) {
            for (Path zone : found) {
                if (all.size() < MAX_ZONES) {
                    all.add(EnergyZone.of(zone));
                }
            }
        } catch (NoSuchFileException e) {
            throw new IOException("There is no folder " + folder + ": this host has no energy counters.", e);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        NamePattern wanted = new NamePattern(ObservedServiceType.list(sut, "zones"));
        List<EnergyZone> zones = all.stream()
                .filter(zone -> wanted.matches(zone.name()))
                .sorted(Comparator.comparing(EnergyZone::id))
                .toList();
        if (zones.isEmpty()) {
            throw new IOException("None of the zones "
                    + all.stream().map(EnergyZone::name).sorted().distinct().toList() + " in " + folder
                    + " has a requested name.");
        }
        for (EnergyZone inner : zones) {
            for (EnergyZone outer : zones) {
                if (outer.includes(inner)) {
                    throw new IOException("Zone " + inner.name() + " is inside zone " + outer.name()
                            + ", so that its energy would be counted twice.");
                }
            }
        }
        return zones;
    }
}
