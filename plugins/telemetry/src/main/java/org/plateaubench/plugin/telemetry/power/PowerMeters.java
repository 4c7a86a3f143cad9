// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry.power;

import java.util.List;
import org.plateaubench.process.ObservedServiceType;

/** The kinds of power meters. Each is a SUT that the section {@code power} of a run file names and that no workload uses. */
public final class PowerMeters {
    private PowerMeters() {}

    public static List<ObservedServiceType<?>> types() {
        return List.of(new RedfishServiceType(), new DcmiServiceType(), new RaplServiceType(), new ScpiServiceType());
    }
}
