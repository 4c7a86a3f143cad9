// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.plateaubench.spi.Plugin;

/** What every plugin must do, whatever is in it. A plugin's test extends this class and supplies the plugin. */
public abstract class PluginContract {
    /** A contract to be kept by a subclass. */
    protected PluginContract() {}

    /** The plugin under test. */
    protected abstract Plugin plugin();

    /**
     * Through a console, what reaches into the host is for an administrator to allow. A parameter without its mark would
     * let whoever may start a run do there what the harness may.
     */
    @Test
    void parametersThatReachIntoTheHostAreMarked() {
        assertThat(ParameterMarks.missing(plugin())).isEmpty();
    }
}
