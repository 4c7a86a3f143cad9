// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plateaubench.engine.config.rig.RigSpec;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.agent.AgentLink;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.loader.PluginCatalog;

/** Agents of other hosts. */
public interface AgentSource {
    /** The names of the agents, which the plan divides the load among; at least one. */
    List<String> names();

    /** The agents that only observe their hosts, when the run file's rig was looked up; else the run file names them. */
    default Optional<List<RigSpec.Observer>> observers() {
        return Optional.empty();
    }

    /**
     * Connects to all of them; when one cannot be had, none is kept.
     *
     * @param runId id of the run
     * @param catalog plugins of this process
     * @param plan what they are to drive
     * @throws IOException with a sentence for a person when one cannot be had
     */
    Joined join(String runId, PluginCatalog catalog, RunPlan plan) throws IOException, InterruptedException;

    /**
     * The run has ended: where its folder is complete, the agents need not keep what they have measured. Those that cannot
     * be told remove it when it is old.
     */
    void sealed(RunFolder folder) throws InterruptedException;

    /** The agents of one run. */
    interface Joined extends AutoCloseable {
        /** A connection to each, in the order of the names, and then to each that only observes and was reached. */
        List<AgentLink> links();

        /** Why agents that only observe their hosts were not reached, by name; the run goes on without them. */
        default Map<String, String> absent() {
            return Map.of();
        }

        /** Ends the connections, and waits some seconds at most, or until it is interrupted, for what ends with them. */
        @Override
        void close();
    }
}
