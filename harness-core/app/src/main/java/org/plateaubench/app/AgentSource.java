// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.plateaubench.app.host.RequestedRate;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.RunSetup.AgentLink;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.loader.PluginCatalog;

public interface AgentSource {
    List<String> names();

    /** The hosts of those whose calibration is known, by their names; others calibrate now if they are free. */
    Map<String, RequestedRate.Host> hosts() throws IOException, InterruptedException;

    /** Connects to all of them; if one is unavailable, no connection is kept. */
    Joined join(String runId, PluginCatalog catalog, RunPlan plan) throws IOException, InterruptedException;

    /** If its folder is complete, the broker drops the measurements now, and otherwise when they are old. */
    void sealed(RunFolder folder) throws InterruptedException;

    interface Joined extends AutoCloseable {
        List<AgentLink> links();

        /** Ends the connections, and waits some seconds at most, or until interrupted, for the end of the agents. */
        @Override
        void close();
    }
}
