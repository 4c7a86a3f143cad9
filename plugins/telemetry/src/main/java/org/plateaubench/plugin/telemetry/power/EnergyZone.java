// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry.power;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A zone of the Linux power capping framework, by its folder ({@code Documentation/power/powercap/powercap.rst} of
 * Linux).
 *
 * @param folder folder of the zone, such as {@code intel-rapl:0} or {@code intel-rapl:0:1}
 * @param name name of the zone, such as {@code package-0}
 */
record EnergyZone(Path folder, String name) {
    private static final int MAX_BYTES = 256;

    static EnergyZone of(Path folder) throws IOException {
        return new EnergyZone(folder, text(folder.resolve("name")));
    }

    /** The name of its folder. The names of zones inside it begin with this name and a colon. */
    String id() {
        return folder.getFileName().toString();
    }

    /**
     * Whether its counter includes the energy of another zone. The energy of memory is counted separately; the zone
     * psys includes the whole platform.
     */
    boolean includes(EnergyZone other) {
        return !equals(other)
                && (name.equals("psys")
                        || (other.id().startsWith(id() + ":") && !other.name().equals("dram")));
    }

    /** Reads the counter, in microjoules. */
    long microjoules() throws IOException {
        return number("energy_uj");
    }

    /** Reads the greatest value of the counter, after which it returns to 0. */
    long greatestMicrojoules() throws IOException {
        return number("max_energy_range_uj");
    }

    private long number(String file) throws IOException {
        String text = text(folder.resolve(file));
        try {
            long number = Long.parseLong(text);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new IOException(folder.resolve(file) + " holds '" + text + "', which is not a count of microjoules.");
    }

    private static String text(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8).strip();
        } catch (AccessDeniedException e) {
            throw new IOException(
                    "This user may not read " + file + "; Linux lets only root read energy counters, unless its"
                            + " permissions were changed.",
                    e);
        } catch (NoSuchFileException e) {
            throw new IOException("There is no " + file + ".", e);
        }
    }
}
