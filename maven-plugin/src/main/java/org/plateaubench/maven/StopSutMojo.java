// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.maven;

import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;

/** Stops systems under test that start-sut has started in this build, the last one first. */
@Mojo(name = "stop-sut", defaultPhase = LifecyclePhase.POST_INTEGRATION_TEST, threadSafe = true)
public final class StopSutMojo extends PlateauMojo {
    /** Name of the SUT; without it all are stopped. */
    @Parameter(property = "plateau.sut")
    private @Nullable String name;

    @Override
    void perform() {
        int stopped = StartSutMojo.StartedSuts.in(getPluginContext()).stop(name == null ? "" : name);
        getLog().info(stopped == 0 ? "No SUT runs that this build has started." : stopped + " stopped.");
    }
}
