// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The identity of the running host of a process (its boot), independent of its name, because many hosts are called
 * localhost. Containers share it with the host on which they run and whose processors they use. Immutable.
 */
public record RunningHost(String start, String processSpace) {
    /** The host of this process; empty if the system does not report it. Linux reports it. */
    public static Optional<RunningHost> ofThisProcess() {
        return of(Path.of("/proc"));
    }

    /** The name of this host on its network, or the given name if the host has none. */
    public static String nameOr(String defaultName) {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return defaultName;
        }
    }

    static Optional<RunningHost> of(Path proc) {
        Optional<String> start = HostFiles.read(proc.resolve("sys/kernel/random/boot_id"));
        try {
            String space = Files.readSymbolicLink(proc.resolve("self/ns/pid")).toString();
            return start.map(known -> new RunningHost(known, space));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
