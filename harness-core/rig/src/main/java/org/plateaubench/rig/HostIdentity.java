// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Which host, and which start of it, a clock belongs to: processes of one start of a host read one monotonic clock, and
 * the clocks of two have nothing to do with each other. Stateless.
 */
final class HostIdentity {
    private static final Path START_OF_LINUX = Path.of("/proc/sys/kernel/random/boot_id");

    private HostIdentity() {}

    /** A number for the start of this host; where the system does not tell it, one of this call alone. */
    static long ofThisHost() {
        try {
            String text =
                    Files.readString(START_OF_LINUX, StandardCharsets.US_ASCII).strip();
            return UUID.fromString(text).getMostSignificantBits();
        } catch (IOException | IllegalArgumentException e) {
            return UUID.randomUUID().getMostSignificantBits();
        }
    }
}
