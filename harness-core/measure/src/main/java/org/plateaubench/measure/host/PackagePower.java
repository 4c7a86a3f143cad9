// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Measures the mean power of the processor packages of this host since the previous call, from the energy counters of
 * the Linux power capping framework. There is none without counters or without the right to read them. Not thread-safe.
 */
final class PackagePower {
    /** The outermost zones; zones inside them would count twice. */
    private static final Predicate<String> OUTER =
            Pattern.compile("intel-rapl:\\d+").asMatchPredicate();

    private static final Pattern COUNT = Pattern.compile("\\d{1,18}");
    private static final double MICROJOULES = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Map<Path, Long> greatest;
    private final Map<Path, Long> last = new HashMap<>();

    /** Finds the counters in a folder, once. */
    PackagePower(Path folder) {
        greatest = zones(folder);
    }

    private static Map<Path, Long> zones(Path folder) {
        Map<Path, Long> zones = new HashMap<>();
        if (!Files.isDirectory(folder)) {
            return zones;
        }
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "intel-rapl:*")) {
            for (Path zone : found) {
                boolean isPackage = OUTER.test(zone.getFileName().toString())
                        && HostFiles.read(zone.resolve("name"))
                                .filter(name -> name.startsWith("package-"))
                                .isPresent();
                long range = number(zone.resolve("max_energy_range_uj"));
                if (isPackage && range > 0) {
                    zones.put(zone, range);
                }
            }
        } catch (IOException | DirectoryIteratorException | SecurityException e) {
            // This counts as if there were no counter.
            zones.clear();
        }
        return zones;
    }

    /** A count of microjoules; 0 if it is not a number or cannot be read. */
    private static long number(Path file) {
        return HostFiles.read(file)
                .filter(COUNT.asMatchPredicate())
                .map(Long::parseLong)
                .orElse(0L);
    }

    /**
     * The mean power of all packages together, in W; empty in the first call, and if any counter cannot be read.
     *
     * @param nanos time since the previous call, shorter than the time in which a counter wraps around twice
     */
    OptionalDouble watts(long nanos) {
        double joules = 0;
        boolean isWhole = !greatest.isEmpty() && nanos > 0;
        for (Map.Entry<Path, Long> zone : greatest.entrySet()) {
            long now = number(zone.getKey().resolve("energy_uj"));
            Long before = now > 0 ? last.put(zone.getKey(), now) : last.remove(zone.getKey());
            if (now <= 0 || before == null) {
                isWhole = false;
            } else {
                joules += (now >= before ? now - before : now + (zone.getValue() - before)) / MICROJOULES;
            }
        }
        return isWhole ? OptionalDouble.of(joules * NANOS_PER_SECOND / nanos) : OptionalDouble.empty();
    }
}
