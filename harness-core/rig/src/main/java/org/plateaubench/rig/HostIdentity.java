// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.util.UUID;
import org.plateaubench.measure.host.RunningHost;

/**
 * Which host, and which start of it, a clock belongs to: processes of one start of a host read one monotonic clock, and
 * the clocks of two have nothing to do with each other. Stateless.
 */
final class HostIdentity {
    private HostIdentity() {}

    /** A number for the start of this host; where the system does not report it, one of this call alone. */
    static long ofThisHost() {
        return RunningHost.startOfThisHost().orElseGet(UUID::randomUUID).getMostSignificantBits();
    }
}
