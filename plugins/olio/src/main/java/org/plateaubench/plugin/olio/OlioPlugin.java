// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import org.plateaubench.spi.Plugin;

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
}
