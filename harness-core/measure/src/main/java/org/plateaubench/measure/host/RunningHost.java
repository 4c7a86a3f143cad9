// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/**
 * The running host of a process, whatever that host is called: many hosts are called localhost. Containers have it in
 * common with the host that they run on, whose processors they use. Immutable.
 *
 * @param start which start of which host, as its system names it; two of them have no clock and no process in common
 * @param processSpace in which namespace the numbers of processes are those that this process sees
 */
public record RunningHost(String start, String processSpace) {
    private static final int MOST_CHARACTERS = 100;

    /** Refuses what no system answers. */
    public RunningHost {
        if (start.length() > MOST_CHARACTERS || processSpace.length() > MOST_CHARACTERS) {
            throw new IllegalArgumentException("a host is named by more than " + MOST_CHARACTERS + " characters");
        }
    }

    /** The host of this process; empty where the system does not report it. Linux reports it. */
    public static Optional<RunningHost> ofThisProcess() {
        return of(Path.of("/proc"));
    }

    /** Which start of which host this is; empty where the system does not report it. */
    public static Optional<UUID> startOfThisHost() {
        return startOf(Path.of("/proc"));
    }

    static Optional<RunningHost> of(Path proc) {
        Optional<UUID> start = startOf(proc);
        try {
            String space = Files.readSymbolicLink(proc.resolve("self/ns/pid")).toString();
            return start.map(known -> new RunningHost(known.toString(), space));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Optional<UUID> startOf(Path proc) {
        try {
            return Optional.of(UUID.fromString(
                    Files.readString(proc.resolve("sys/kernel/random/boot_id"), StandardCharsets.US_ASCII)
                            .strip()));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
