// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.util.List;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.Workload;

/** The web 2.0 workload, and the application it drives. */
public final class OlioPlugin implements Plugin {
    @Override
    public String id() {
        return "olio";
    }

    @Override
    public String description() {
        return "Users of a social-events site, as Olio and CloudStone emulate them.";
    }

    @Override
    public List<Workload<?>> workloads() {
        return List.of(new OlioWorkload());
    }
}
