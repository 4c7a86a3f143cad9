// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.plateaubench.spi.Plugin;

/** The tests that every plugin must pass. A plugin's test extends this class and supplies the plugin. */
public abstract class PluginContract {
    /** Creates the contract of the plugin that a subclass supplies. */
    protected PluginContract() {}

    /** The plugin under test. */
    protected abstract Plugin plugin();

    /**
     * Parameters that reach into the host must be marked, so that an administrator can allow them for runs through a
     * console. A parameter without a declared reach would give every user who may start a run the rights of the harness
     * on the host.
     */
    @Test
    void parametersThatReachIntoTheHostAreMarked() {
        assertThat(ReachCheck.missing(plugin().workloads(), plugin().sutServices()))
                .isEmpty();
    }
}
